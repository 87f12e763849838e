#!/usr/bin/env python3
#SBATCH --ntasks=64
#SBATCH --time=04:00:00
"""Bands of the layered compound, from one relaxation on."""
import os
import subprocess

from ase.io import read

cutoff = 80  # Ry, because 60 was not converged
for step in ("scf", "nscf"):
    subprocess.run(["srun", "pw.x", "-in", f"{step}.in"], check=True)
os.system("wannier90.x -pp layer && srun pw2wannier90.x < pw2wan.in && wannier90.x layer")
atoms = read("layer.cif")
print(len(atoms), os.environ.get("SLURM_JOB_ID"))
