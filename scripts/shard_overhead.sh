#!/usr/bin/env bash
# Measures what it costs to cut a run into shards: the CPU time of one run, and of all its shards, in turns.
#
#   scripts/shard_overhead.sh ROUNDS SHARDS RUN...
#
# RUN are files and options of `harness run`, such as: datasets/minimal.txt -b mrv -b dlx --reps 9. For each round it
# prints user and system time in seconds, and at the end the overhead by the least and by the median of the rounds: for a
# shard in seconds, and relative to the one run. The program is the one that HARNESS names, or the one on the path.
set -euo pipefail

[ $# -ge 3 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
rounds=$1 shards=$2
shift 2
harness=${HARNESS:-harness}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
TIMEFORMAT='%U %S'

# Prints the CPU time of a run with further options.
measure() {
    local printed
    printed=$( { time "$harness" run --jobs 1 --no-probe "$@" > "$folder/log" 2>&1; } 2>&1 ) || { cat "$folder/log" >&2; exit 2; }
    awk '{ print $1 + $2 }' <<< "$printed"
}

for ((round = 1; round <= rounds; round++)); do
    whole=$(measure "$@" --output "$folder/whole-$round")
    parts=()
    for ((shard = 1; shard <= shards; shard++)); do
        parts+=("$(measure "$@" --output "$folder/shards-$round" --shard "$shard/$shards")")
    done
    rm -r "$folder/whole-$round" "$folder/shards-$round"
    echo "$whole ${parts[*]}" | tee -a "$folder/times" | awk -v round="$round" '{
        for (i = 2; i <= NF; i++) sum += $i
        printf "round %d: one run %.2f s, %d shards %.2f s\n", round, $1, NF - 1, sum
    }'
done

# A column is the run or a shard, a line is a round.
awk '
    { for (i = 1; i <= NF; i++) time[i, NR] = $i; columns = NF }
    function place(column, kind,    sorted, i, j, held) {
        for (i = 1; i <= NR; i++) {
            held = time[column, i]
            for (j = i - 1; j > 0 && sorted[j] > held; j--) sorted[j + 1] = sorted[j]
            sorted[j + 1] = held
        }
        if (kind == "least") return sorted[1]
        return (sorted[int((NR + 1) / 2)] + sorted[int((NR + 2) / 2)]) / 2
    }
    function report(kind,    sum, more, i) {
        for (i = 2; i <= columns; i++) sum += place(i, kind)
        more = sum - place(1, kind)
        printf "%s: %.2f s a shard, of which %.3f s are overhead: %.1f %%\n",
            kind, sum / (columns - 1), more / (columns - 1), more / place(1, kind) * 100
    }
    END { report("least"); report("median") }
' "$folder/times"
