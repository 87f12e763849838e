#!/bin/bash
#SBATCH -J equil
#SBATCH -p gpu -G 1 -n 8
#SBATCH -o logs/%x-%j.out
#SBATCH -t 12:00:00
## Nota: con PME en la GPU va el doble de rápido, porque la CPU es lenta.
ml GROMACS/2023.3-foss-2022a-CUDA-11.7.0
export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
prev=em
for step in nvt npt md; do
  [[ -e $step.gro ]] || {
    gmx grompp -f mdp/$step.mdp -c $prev.gro -r $prev.gro -p topol.top -o $step.tpr -maxwarn 1
    gmx mdrun -deffnm $step -nb gpu -pme gpu -cpi $step.cpt
  }
  prev=$step
done
echo "Potential" | gmx energy -f md.edr -o potential.xvg
python3 - <<'PY'
import numpy as np
import MDAnalysis as mda
u = mda.Universe("md.tpr", "md.xtc")
# the first nanosecond is thrown away
print(np.mean([ts.time for ts in u.trajectory[100:]]))
PY
