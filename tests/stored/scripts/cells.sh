#!/bin/bash
#SBATCH --cpus-per-task=16
#SBATCH --mem=120G
#SBATCH --time=20:00:00
#SBATCH --mail-type=END,FAIL --mail-user=somebody@example.org
# Four donors from GSE123456, then one object for all.
set -u
for donor in D{1..4}; do
  cellranger count --id="$donor" --transcriptome=/refs/refdata-gex-GRCh38-2020-A \
    --fastqs="fastq/$donor" --localcores="$SLURM_CPUS_PER_TASK" --localmem=110 || continue
done
prefetch SRR9990001 && fasterq-dump --split-files SRR9990001
Rscript -e 'library(Seurat); library(harmony); source("merge.R")'
Rscript --vanilla - <<R
suppressMessages(library(SingleCellExperiment))
system2("gzip", c("-9", "counts.mtx"))
R
tar czf "cells-$(date +%F).tgz" D*/outs/filtered_feature_bc_matrix
