#!/bin/tcsh
#SBATCH -n 256
#SBATCH -t 06:00:00
# The June storm, three nests.
setenv WRF_EM_CORE 1
set year = 2021
foreach month (05 06 07)
  ./geogrid.exe
  ungrib.exe
  if (-e wrfinput_d01) then
    mpirun -np 256 ./wrf.exe
  else
    real.exe && mpirun -np 256 ./wrf.exe
  endif
  cdo monmean wrfout_d01_${year}-$month mean_$month.nc
end
