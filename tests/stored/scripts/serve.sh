#!/bin/bash
#SBATCH --job-name=shared-llm
#SBATCH --gpus=2
#SBATCH --time=UNLIMITED
#SBATCH --nice=100
# One server for all of us, so that nobody holds a card for a prompt a minute.
PORT=$((20000 + SLURM_JOB_ID % 10000))
API_KEY=$(cat ~/.config/serve.key)
apptainer exec --nv --bind /models:/models vllm-openai.sif \
  vllm serve /models/Qwen3-32B-AWQ --port "$PORT" --tensor-parallel-size 2 --api-key "$API_KEY" &
server=$!
until curl -sf "http://localhost:$PORT/health" > /dev/null; do
  kill -0 $server || exit 1
  sleep 5
done
printf '%s %s\n' "$(hostname)" "$PORT" > ~/serve.where
wait $server
