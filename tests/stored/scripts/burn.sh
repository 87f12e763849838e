#!/bin/sh
#SBATCH --exclusive
#SBATCH -N 1
#SBATCH -w gpu07
#SBATCH -t 30
# Achtung: nur auf Knoten laufen lassen, die aus der Reservierung sind.
nvidia-smi --query-gpu=name,ecc.errors.uncorrected.volatile.total --format=csv
dcgmi diag -r 3 || { echo "FAIL $(hostname)"; exit 2; }
gpu_burn 600 > burn.log 2>&1
fio --name=scratch --directory=/scratch --rw=randrw --size=4G --numjobs=4 --time_based --runtime=60
ib_write_bw -d mlx5_0 --report_gbits
stress-ng --cpu 0 --timeout 120s --metrics-brief
if grep -q 'FAULTY' burn.log
then
    scontrol update nodename="$(hostname -s)" state=drain reason="gpu_burn"
fi
