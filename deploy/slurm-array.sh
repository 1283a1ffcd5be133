#!/usr/bin/env bash
# Builds a release on a Slurm cluster: an array of jobs maps the parts, one more job merges them (docs/shards.md).
# The harvest, the spool and the output are on a file system that all nodes have. Call it on the login node:
#
#   deploy/slurm-array.sh <parts> <spool> --config my.yaml --release 2026-12-01
#
# Options of sbatch come from its variables (SBATCH_PARTITION, SBATCH_TIMELIMIT …). FOLKLORE_LD is the program, if it is
# not on the PATH. A call that is repeated continues with what is in the spool.
set -euo pipefail
program=${FOLKLORE_LD:-folklore-ld}

case ${FOLKLORE_LD_STEP:-submit} in
  submit)
    [ $# -ge 3 ] || { echo "usage: $0 <parts> <spool> <options of build>" >&2; exit 2; }
    parts=$1
    script=$(realpath "$0")
    array=$(FOLKLORE_LD_STEP=map sbatch --parsable --job-name=folklore-ld-map --array="1-$parts" \
      --cpus-per-task="${CPUS:-2}" --output=folklore-ld-%A-%a.log "$script" "$@")
    # The merge maps what a failed part has not.
    merge=$(FOLKLORE_LD_STEP=merge sbatch --parsable --job-name=folklore-ld-merge \
      --dependency="afterany:${array%%;*}" --cpus-per-task="${CPUS:-2}" --output=folklore-ld-%j.log "$script" "$@")
    echo "map: $array, merge: $merge"
    ;;
  map)
    parts=$1 spool=$2
    shift 2
    exec "$program" build "$@" --spool "$spool" --shard "$SLURM_ARRAY_TASK_ID/$parts" \
      --workers "${SLURM_CPUS_PER_TASK:-1}"
    ;;
  merge)
    spool=$2
    shift 2
    exec "$program" build "$@" --spool "$spool" --merge --workers "${SLURM_CPUS_PER_TASK:-1}"
    ;;
esac
