#!/usr/bin/env bash
# Races solvers of others with ours: the study results/field, measured on this machine.
#
#   [TDOKU=PROGRAM] [FSSS2=PROGRAM] [KUDOKU=PROGRAM] [DLX1=PROGRAM] scripts/peers/all.sh [FOLDER]
#
# Installs the peers that are packages, writes FOLDER/backends.toml with all that are there, and runs the study in
# FOLDER, results/field unless named. The rows of an earlier run are replaced. A peer that is missing is named and
# skipped. The variables name programs that the user built: docs/field.md. Packages are installed below target/peers.
# HARNESS is the command of a harness that is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
folder=$(realpath "${1:-$project/results/field}")
built=$project/target/peers
harness=(${HARNESS:-cargo run --quiet --manifest-path "$project/Cargo.toml" --package harness --})
mkdir -p "$folder" "$built"

definitions=$(mktemp)
trap 'rm -f "$definitions"' EXIT
for peer in tdoku fsss2 kudoku sudoku dlx1 xcover minisat cadical cpsat; do
    "$here/$peer.sh" "$built" "$folder" >> "$definitions" || true
done
grep -q '^id' "$definitions" || { echo "error: no peer is here" >&2; exit 1; }

mark="# Written by scripts/peers/all.sh: the peers that took part."
if grep -qsF "$mark" "$folder/backends.toml"; then
    (cd "$folder" && rm -rf run-*)
elif [ -n "$(ls -A "$folder")" ]; then
    echo "error: $folder is neither empty nor of an earlier race" >&2
    exit 1
fi
{ echo "$mark" && cat "$definitions"; } > "$folder/backends.toml"
if [ "$folder" != "$project/results/field" ]; then
    cp "$project/results/field/study.toml" "$folder"
    sed -i "s|\"../../datasets/|\"$project/datasets/|" "$folder/study.toml"
fi
"${harness[@]}" study run "$folder"
