#!/usr/bin/env bash
#SBATCH -J lora-sweep
#SBATCH --gres=gpu:a100:1
#SBATCH --time=08:00:00
#SBATCH --signal=B:USR1@300
#SBATCH --requeue
# 2026-02-11: earlier I thought that a rank of 64 helps. It does not: the loss is the same from 16 on.
set -e
source ~/miniconda3/etc/profile.d/conda.sh
conda activate tuning-2026
export HF_HOME=/scratch/$USER/hf TOKENIZERS_PARALLELISM=false
BASE=mistralai/Mistral-7B-v0.3
declare -a ranks=(8 16 32)
git rev-parse --short HEAD

checkpoint() {
  echo "time is up, going on later"
  scontrol requeue "$SLURM_JOB_ID"
}
trap checkpoint USR1

run_one() {
  local rank=$1 seed=$2
  local dir="runs/r${rank}-s${seed}"
  if [[ -f "$dir/done" ]]; then
    return 0
  fi
  srun --unbuffered accelerate launch --num_processes 1 sft.py \
    --model_name_or_path "$BASE" --lora_r "$rank" --seed "$seed" \
    --output_dir "$dir" --resume_from_checkpoint auto &
  wait $!
  touch "$dir/done"
}

for rank in "${ranks[@]}"; do
  for seed in 1 2 3; do
    run_one "$rank" "$seed"
  done
done
case "$1" in
  eval) lm_eval --model hf --model_args "pretrained=$BASE,peft=runs/r16-s1" --tasks mmlu,gsm8k ;;
  *)    echo "no evaluation asked for" ;;
esac
curl -s -d "sweep done" https://ntfy.sh/some-topic-here
