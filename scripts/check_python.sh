#!/usr/bin/env bash
# Builds the wheels of the program and of the module for Python, installs them in an environment of their own, and tests
# them there.
#
#   scripts/check_python.sh [PROFILE]
#
# PROFILE is that of Cargo: `release` makes the wheels that are published, `dev` those of the everyday build.
# The script needs python3 with venv, and a network for pip.
set -euo pipefail
cd "$(dirname "$0")/.."

profile=${1:-release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet --disable-pip-version-check maturin
for crate in harness python; do
    "$work/tools/bin/maturin" build --quiet --profile "$profile" -m "$crate/Cargo.toml" -o "$work/wheels"
done
ls -l "$work/wheels"

python3 -m venv "$work/fresh"
"$work/fresh/bin/pip" install --quiet --disable-pip-version-check "$work"/wheels/*.whl pytest pandas polars
"$work/fresh/bin/harness" --version
"$work/fresh/bin/harness" datasets/hardest.txt -f Inkala -b mrv --jobs 1 --format csv > "$work/rows.csv"
"$work/fresh/bin/python" -m pytest -q python/tests
(cd "$work" && fresh/bin/python -c '
import doctest, sudoku_harness
raise SystemExit(doctest.testmod(sudoku_harness).failed)')
