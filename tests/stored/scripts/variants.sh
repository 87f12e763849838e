#!/bin/bash -l
#SBATCH --job-name=variants
#SBATCH --array=1-48%8
#SBATCH -c 8 --mem=24G
#SBATCH -t 0-06:00
#SBATCH --mail-type=FAIL
# Short variants of the family cohort, one sample per task.
set -euo pipefail
module purge
module load bwa/0.7.17 samtools/1.17 gatk/4.4

sample=$(sed -n "${SLURM_ARRAY_TASK_ID}p" samples.txt)
ref=/project/ref/GRCh38.fa
out=results/$sample
[ -s "$out/$sample.g.vcf.gz" ] && exit 0   # done in an earlier run
mkdir -p "$out"

work=$(mktemp -d "${TMPDIR:-/tmp}/vc.XXXXXX")
trap 'rsync -a "$work"/ "$out"/; rm -rf "$work"' EXIT
cp "fastq/${sample}"_R[12].fastq.gz "$work"/

# The markers for duplicates need sorted reads, because they compare neighbours only.
bwa mem -t "$SLURM_CPUS_PER_TASK" -R "@RG\tID:$sample\tSM:$sample" "$ref" \
    "$work/${sample}_R1.fastq.gz" "$work/${sample}_R2.fastq.gz" |
  samtools sort -@ 4 -m 2G -o "$work/$sample.bam" -
samtools index "$work/$sample.bam"
gatk --java-options "-Xmx18g" MarkDuplicates -I "$work/$sample.bam" -O "$work/$sample.md.bam" -M "$work/$sample.metrics"
gatk HaplotypeCaller -R "$ref" -I "$work/$sample.md.bam" -O "$out/$sample.g.vcf.gz" -ERC GVCF
for table in flagstat stats idxstats; do
  samtools $table "$work/$sample.md.bam" > "$out/$sample.$table.txt"
done
echo "$sample: $(zcat "$out/$sample.g.vcf.gz" | grep -vc '^#') records"
