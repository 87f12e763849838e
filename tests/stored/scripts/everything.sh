#!/bin/bash
#SBATCH --job-name=everything
# Each construct once, as people write them.
set -euo pipefail
module purge; module load gcc/12 openmpi
export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1}
cd "$SLURM_SUBMIT_DIR" || exit 1
WORK=$(mktemp -d "${TMPDIR:-/tmp}/job.XXXX")
trap 'rsync -a "$WORK/" results/; rm -rf "$WORK"' EXIT
declare -A sizes=([small]=1 [large]=10)
inputs=(a.dat "b c.dat" $(ls *.in 2>/dev/null))
log() { printf '%s %s\n' "$(date +%T)" "$*" >&2; }
function stage {
    local from="$1" to=$2
    cp -r "$from" "${to%/}/" && log "staged $from"
}
for input in "${inputs[@]}"; do
    [[ -f $input && ! $input =~ ^(old|tmp)_ ]] || continue
    case "${input##*.}" in
        dat | txt) stage "$input" "$WORK" ;;
        in) (cd "$WORK"; ln -s "../$input" .) ;;
        *) log "skipped $input" ; continue ;;
    esac
    srun --exclusive -n1 ./solve --in "$input" \
        --steps $((2 * ${sizes[small]} + 1)) \
        > "$WORK/${input}.log" 2>&1 &
done
wait
if ! grep -q 'converged' "$WORK"/*.log; then
    echo "no run converged" | mail -s "job $SLURM_JOB_ID" "$USER"
elif (( SECONDS > 3600 )); then
    time python3 - "$WORK" <<'PY'
import sys
print("it's slow", sys.argv[1])
PY
else
    cat > "$WORK/next.sbatch" <<EOT
#!/bin/bash
#SBATCH --dependency=afterok:$SLURM_JOB_ID
python analyse.py --work $WORK --when "$(date)"
EOT
    sbatch "$WORK/next.sbatch"
fi
while IFS=, read -r name value; do
    test "$value" -gt 3 && echo "$name"
done < <(tail -n +2 table.csv | sort -t, -k2)
diff <(sort one) <(sort two) || true
old=`basename "$PWD"`
until ping -c1 node1 &> /dev/null; do sleep 5; done
{ echo begin; seq 1 3 | xargs -P4 -I{} sh -c 'echo {}'; echo end; } | tee all.log
for ((i = 0; i < 3; i++)); do echo "$i"; done
echo "done # not a comment" 'it'"'"'s' a#b # a comment; with ) signs
