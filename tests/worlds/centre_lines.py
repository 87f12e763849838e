# SPDX-License-Identifier: GPL-2.0-or-later
"""The work lines of an invented centre: what each runs. The world fills in numbers, years and choices (`{n}`, `{year}`,
`{pick:a,b}`) and writes every script in the style of the person who submits it."""


def kind(name, body, n, **more):
    """One kind of job of a line; `n` submissions per person. More: nodes, gpus, array."""
    return dict(name=name, body=body.strip("\n"), n=n, **more)


def line(slug, domain, people, projects, topic, *kinds):
    return dict(slug=slug, domain=domain, people=people, projects=projects, topic=topic, kinds=kinds)


LINES = [
    line("ocean-circulation", "weather-climate", 3, ["nemo36", "orca025", "medsea"],
         ["# restart from {year}, sea ice on", "# le forçage vient d'ERA5", "# mixed layer too deep in the Gulf of Lion: new kz"],
         kind("nemo", """
module load intel netcdf-fortran xios
ln -sf $FORCING/era5_{year}.nc forcing.nc
cat > namelist_cfg <<NML
&namrun
  nn_it000 = {n}
/
NML
srun --multi-prog nemo_xios.conf
mv EXP_*_grid_T.nc $OUT/
""", 30, nodes=8),
         kind("nemo_post", """
module load cdo nco
cdo -monmean $OUT/EXP_{year}_grid_T.nc sst_{year}.nc
ncks -v sosstsst,somxl010 sst_{year}.nc mld_{year}.nc
python plot_mld.py --year {year} --basin med
""", 14)),
    line("regional-climate", "weather-climate", 2, ["wrf_alps", "eurocordex"],
         ["# 3 km nest over the Alps", "# Morrison microphysics, soil from Noah-MP"],
         kind("wrf", """
module load WRF/4.4 netCDF-Fortran
./link_grib.csh gfs/{year}*
./ungrib.exe && mpirun ./metgrid.exe
mpirun ./real.exe
mpirun ./wrf.exe
""", 30, nodes=4)),
    line("membrane-proteins", "molecular-dynamics", 4, ["gpcr", "membrane", "popc"],
         ["# POPC bilayer, 150 mM NaCl, CHARMM36m", "# longer equilibration: the lipid tails were not relaxed"],
         kind("md", """
module load gromacs/2023.3-cuda
gmx grompp -f step7_production.mdp -c step6.6.gro -p topol.top -n index.ndx -o prod_{n}.tpr
gmx mdrun -deffnm prod_{n} -nb gpu -bonded gpu -cpi prod_{n}.cpt -maxh 23.5
""", 40, gpus=1),
         kind("analysis", """
module load gromacs
echo "Protein Protein" | gmx rms -s prod_{n}.tpr -f prod_{n}.xtc -o rmsd_{n}.xvg
echo 1 | gmx trjconv -s prod_{n}.tpr -f prod_{n}.xtc -pbc mol -o whole_{n}.xtc
python lipid_order.py --traj whole_{n}.xtc --leaflet {pick:upper,lower}
""", 16)),
    line("enzyme-qmmm", "quantum-chemistry", 2, ["qmmm", "enzyme"],
         ["# B3LYP-D3 with def2-TZVP, proton on the histidine", "# scan of the transition state"],
         kind("orca", """
module load ORCA/5.0.4 OpenMPI
cp $SLURM_SUBMIT_DIR/ts_{n}.inp $TMPDIR && cd $TMPDIR
$(which orca) ts_{n}.inp > $SLURM_SUBMIT_DIR/ts_{n}.out
cp *.gbw *.hess $SLURM_SUBMIT_DIR/
""", 30)),
    line("battery-cathodes", "materials", 3, ["cathode", "nmc811", "phonons"],
         ["# PBE+U, U_Ni = 6.2 eV", "# ENCUT converged at 520"],
         kind("vasp", """
module load VASP/6.4.2
for d in relax_{n} static_{n}; do
  cd $d
  srun vasp_std > vasp.log
  cd ..
done
grep "free  energy" relax_{n}/OUTCAR | tail -1
""", 35, nodes=2),
         kind("phonopy", """
module load phonopy
phonopy -d --dim="2 2 2" -c POSCAR-unitcell
srun vasp_std
phonopy -f disp-00{n}/vasprun.xml
""", 12)),
    line("catalyst-surfaces", "materials", 2, ["pt111", "surfaces"],
         ["# CO on Pt(111), four layers, two fixed", "# smearing cold 0.01"],
         kind("qe", """
module load QuantumESPRESSO
srun pw.x -nk 4 -in slab_{n}.scf.in > slab_{n}.scf.out
srun pp.x -in slab_{n}.pp.in
srun neb.x -inp neb_{n}.in
""", 30, nodes=2)),
    line("turbine-les", "cfd", 3, ["turbine", "les", "wake"],
         ["# dynamic Smagorinsky; blade passage", "# y+ below one on the suction side"],
         kind("foam", """
source /opt/openfoam10/etc/bashrc
blockMesh && snappyHexMesh -overwrite
decomposePar -force
srun pimpleFoam -parallel > log.pimpleFoam
reconstructPar -latestTime
""", 25, nodes=4),
         kind("frames", """
module load paraview
pvbatch q_criterion.py --case wake_{n} --out frames/
ffmpeg -i frames/%04d.png wake_{n}.mp4
""", 8)),
    line("combustion-dns", "cfd", 2, ["flame", "h2dns"],
         ["# hydrogen flame, detailed chemistry", "# Lewis number effects, Burke mechanism"],
         kind("nek", """
module load nek5000
makenek flame && genmap < flame.map
srun ./nek5000 flame_{n}
visnek flame
""", 25, nodes=8)),
    line("crash-fem", "engineering", 2, ["crash", "sideimpact"],
         ["# side pole impact, B-pillar steel 22MnB5", "# hourglass energy must stay below 5 %"],
         kind("dyna", """
module load ls-dyna
export LSTC_LICENSE_SERVER=lic1
srun mppdyna i=pole_{n}.k memory=200m memory2=80m
l2a binout*
""", 25)),
    line("population-genomics", "genomics", 3, ["wolves", "popgen", "resequencing"],
         ["# low coverage samples go to ANGSD instead", "# filter: QD < 2, FS > 60"],
         kind("align", """
module load bwa samtools
SAMPLE=$(sed -n "${SLURM_ARRAY_TASK_ID}p" samples.txt)
bwa mem -t $SLURM_CPUS_PER_TASK canFam4.fa ${SAMPLE}_R1.fq.gz ${SAMPLE}_R2.fq.gz | samtools sort -o bam/$SAMPLE.bam -
samtools index bam/$SAMPLE.bam
""", 12, array=True),
         kind("gatk", """
module load GATK
gatk HaplotypeCaller -R canFam4.fa -I bam/wolf{n}.bam -O gvcf/wolf{n}.g.vcf.gz -ERC GVCF
gatk GenotypeGVCFs -R canFam4.fa -V gendb://db -O cohort_{n}.vcf.gz
""", 20),
         kind("admixture", """
module load plink admixture
plink --vcf cohort_{n}.vcf.gz --indep-pairwise 50 10 0.1 --out pruned
admixture --cv pruned.bed {n} -j8
""", 8)),
    line("metagenomes", "genomics", 2, ["gut", "metagenome"],
         ["# infant gut, two time points", "# host reads removed with bowtie2 first"],
         kind("mags", """
module load megahit metabat2 checkm
bowtie2 -x GRCh38 -1 gut{n}_1.fq.gz -2 gut{n}_2.fq.gz --un-conc-gz clean_{n}.fq.gz -S /dev/null
megahit -1 clean_{n}.1.fq.gz -2 clean_{n}.2.fq.gz -o asm_{n}
metabat2 -i asm_{n}/final.contigs.fa -o bins/gut{n}
checkm lineage_wf bins qa_{n}
kraken2 --db standard clean_{n}.1.fq.gz --report gut{n}.kreport
""", 25)),
    line("tumour-single-cell", "single-cell", 2, ["tumour", "scrna"],
         ["# T cell exhaustion, patient {n}", "# doublets are high in the second batch"],
         kind("cellranger", """
module load cellranger
cellranger count --id=tumour{n} --transcriptome=refdata-gex-GRCh38-2020-A --fastqs=fastq/{n} --localcores=16
""", 15),
         kind("seurat", """
module load R/4.3
Rscript seurat_integrate.R --samples tumour{n} --resolution 0.6
Rscript -e 'library(Seurat); x <- readRDS("tumour{n}.rds"); DimPlot(x)'
""", 12)),
    line("ribosome-cryoem", "cryo-em", 2, ["ribosome", "cryoem"],
         ["# 80S in the rotated state", "# gold standard FSC 3.1 A after polishing"],
         kind("relion", """
module load relion/4.0 ctffind
mpirun relion_refine_mpi --i Select/job{n}/particles.star --o Class3D/job{n}/run --gpu "" --K 4 --sym C1
mpirun relion_run_ctffind_mpi --i MotionCorr/job{n}/corrected_micrographs.star
""", 25, gpus=4)),
    line("brain-mri", "neuroimaging", 3, ["fmri", "connectome", "bids"],
         ["# resting state, 3T, the second session is shorter", "# motion above 0.5 mm: left out"],
         kind("fmriprep", """
singularity run --cleanenv fmriprep-23.1.sif $BIDS $OUT participant --participant-label sub-{n} --fs-license-file license.txt
""", 10, array=True),
         kind("dwi", """
module load mrtrix3 fsl
dwidenoise sub-{n}_dwi.mif sub-{n}_den.mif
tckgen -act 5tt.mif -select 10M wmfod.mif tracks_{n}.tck
bet T1_{n} brain_{n}
""", 15)),
    line("earthquake-waves", "seismology", 2, ["specfem", "adjoint"],
         ["# adjoint kernels for the 2016 event", "# the mesh honours the Moho"],
         kind("specfem", """
module load specfem3d
srun ./bin/xmeshfem3D
srun ./bin/xspecfem3D
python sum_kernels.py --event {n}
""", 25, nodes=4)),
    line("galaxy-formation", "astro", 3, ["halo", "arepo", "zoom"],
         ["# zoom-in of a Milky Way halo, level 4", "# no AGN feedback in this one"],
         kind("arepo", """
module load arepo hdf5
srun ./Arepo param_{n}.txt {pick:0,1,2}
python subfind_profile.py --snap {n} --field Metallicity
""", 20, nodes=8),
         kind("gadget", """
module load gadget4 fftw
srun ./Gadget4 param_dm_{n}.txt
rockstar -c halo_{n}.cfg
""", 10, nodes=4)),
    line("lattice-qcd", "particle-physics", 2, ["lqcd", "mesons"],
         ["# 48^3 x 96, a = 0.09 fm", "# stout smearing, three steps"],
         kind("hmc", """
module load chroma quda
srun chroma -i hmc_{n}.xml -o hmc_{n}.out.xml -geom 1 1 2 4
srun harom -i props_{n}.xml
""", 25, nodes=4, gpus=4)),
    line("detector-simulation", "particle-physics", 2, ["calo", "g4sim"],
         ["# electromagnetic showers, 10 to 100 GeV", "# FTFP_BERT list"],
         kind("geant", """
source /cvmfs/sft.cern.ch/lcg/views/setupViews.sh LCG_104 x86_64-el9-gcc13-opt
./build/caloSim -m run_{n}.mac -s $SLURM_ARRAY_TASK_ID
root -l -b -q 'merge.C("calo_{n}.root")'
""", 12, array=True)),
    line("tokamak-edge", "plasma", 2, ["tokamak", "gyro"],
         ["# ITG modes at r/a = 0.8", "# collisions with the Sugama operator"],
         kind("gene", """
module load gene fftw
srun ./gene_lumi parameters_{n}
python gkw_flux.py --scan ky --run {n}
""", 20, nodes=8)),
    line("legal-llm", "llm", 3, ["lexgpt", "legal", "juris"],
         ["# court decisions, German and French", "# the tokenizer splits paragraph signs: fixed in v3"],
         kind("sft", """
source ~/venvs/legal/bin/activate
export HF_HOME=$SCRATCH/hf
accelerate launch --num_processes 4 sft.py --model_name_or_path mistralai/Mistral-7B-v0.3 \\
    --dataset juris_decisions_v{n} --use_peft --lora_r 32
""", 20, gpus=4),
         kind("legalbench", """
source ~/venvs/legal/bin/activate
lm_eval --model vllm --model_args pretrained=out/lexgpt-{n} --tasks legalbench,lextreme --batch_size auto
""", 18, gpus=1)),
    line("speech-dialects", "speech-audio", 2, ["dialect", "asr"],
         ["# Swiss German, four dialects", "# word error rate is worse for Valais"],
         kind("whisper", """
conda activate asr
python finetune_whisper.py --model openai/whisper-large-v3 --data swissdial_{n} --epochs 5
python wer.py --ref test_{n}.stm --hyp out/whisper_{n}.ctm
""", 25, gpus=1)),
    line("satellite-crops", "earth-observation", 2, ["crops", "sentinel"],
         ["# Sentinel-2 L2A, clouds masked by SCL", "# winter wheat against barley"],
         kind("crops", """
conda activate eo
python download_s2.py --tile 32TMT --year {year}
gdalwarp -t_srs EPSG:32632 -tr 10 10 raw_{n}.jp2 t_{n}.tif
python train_tempcnn.py --tiles 32TMT --fold {n}
""", 25, gpus=1)),
    line("robot-grasping", "rl-robotics", 2, ["grasp", "isaac"],
         ["# PPO, 4096 environments", "# reward for the lift was too sparse"],
         kind("ppo", """
conda activate isaac
python train.py task=AllegroHand num_envs=4096 seed={n} headless=True
python play.py task=AllegroHand checkpoint=runs/AllegroHand_{n}/nn/last.pth
""", 25, gpus=1)),
    line("python-course", "teaching", 12, ["hpc-course", "course", "uebung"],
         ["# exercise {n}: strong scaling of the heat equation"],
         kind("exercise", """
module load gcc openmpi
mpicc -O3 -o heat heat.c
for p in 1 2 4 8; do srun -n $p ./heat 512 {n}; done
""", 5)),
    line("node-health", "system-care", 1, ["health"],
         ["# after the firmware update: all nodes once", "# replace the DIMM if ECC counts grow"],
         kind("burn", """
dcgmi diag -r 3
stress-ng --cpu 0 --timeout 600
mountpoint -q /scratch || echo "scratch is not mounted on $(hostname)"
""", 50),
         kind("hpl", """
module load hpl
srun ./xhpl
srun osu_bw
""", 12, nodes=2)),
    line("econ-agents", "econ-social", 2, ["labour", "agents"],
         ["# minimum wage shock in {year}", "# 500 draws for the standard errors"],
         kind("stata", """
module load stata
stata-mp -b do estimate_{n}.do
""", 16),
         kind("abm", """
module load julia
julia --project=. labour_market.jl --seed $SLURM_ARRAY_TASK_ID --firms 2000
""", 8, array=True)),
]
