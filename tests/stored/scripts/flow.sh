#!/bin/bash
#SBATCH --nodes=4 --ntasks-per-node=32
#SBATCH --partition=standard
#SBATCH --time=1-00:00:00
# Flow around the wing at three angles; the mesh is made once.
. /opt/openfoam11/etc/bashrc
cd "$SLURM_SUBMIT_DIR" || exit 1
if [ ! -d constant/polyMesh ]; then
  blockMesh > log.blockMesh
  snappyHexMesh -overwrite > log.snappy 2>&1
fi
for angle in 0 4 8; do
  sed "s/ANGLE/$angle/" 0.orig/U.in > 0/U
  decomposePar -force > /dev/null
  mpirun -np "$SLURM_NTASKS" simpleFoam -parallel | tee "log.$angle"
  reconstructPar -latestTime
  postProcess -func forces -latestTime
  cp -r "$(foamListTimes -latestTime)" "angle-$angle"
done
nid=$(sbatch --parsable --dependency=afterok:"$SLURM_JOB_ID" plots.sh)
echo "plots wait as $nid"
