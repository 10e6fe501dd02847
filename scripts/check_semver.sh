#!/usr/bin/env bash
# Compares the public items of the libraries with those of an earlier revision: what was removed or changed in a way that
# breaks programs needs a new version.
#
#   scripts/check_semver.sh [BASELINE-REV]
#
# BASELINE-REV is the last tag, or the commit before this one where there is no tag. The script needs
# cargo-semver-checks; without it, it says so and ends well:
#
#   cargo install cargo-semver-checks --locked       # takes minutes
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v cargo-semver-checks > /dev/null; then
    echo 'SKIPPED: the public items were not compared, because there is no cargo-semver-checks' >&2
    exit 0
fi
baseline=${1:-$(git describe --tags --abbrev=0 2> /dev/null || git rev-parse HEAD~1)}
echo "against $baseline" >&2
cargo semver-checks -p board -p solvers -p generate -p record --baseline-rev "$baseline" --default-features
