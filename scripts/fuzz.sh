#!/usr/bin/env bash
# Searches for inputs that break a property of the crate `hardening`, and logs what was tried.
#
#   scripts/fuzz.sh MINUTES [TARGET …]
#   scripts/fuzz.sh --seeded INPUTS [TARGET …]
#
# In the first form, libFuzzer searches, and the targets, which are all by default, share the minutes of one processor
# equally. Each begins with its seeds in hardening/seeds and what earlier searches kept in fuzz/corpus. In the second
# form, the seeds of each target are changed at random until there were INPUTS, without regard to what they reach: that
# is a hundred times as fast. Each target adds a line to results/hardening/log.csv. The first input that breaks a
# property ends the search: it is made small and printed with the command that checks it again.
#
# For libFuzzer, nothing but a C++ compiler is needed beyond the toolchain of the project, neither cargo-fuzz nor a nightly one: the
# flags below are what cargo-fuzz passes for counters without a sanitizer. The readers are safe Rust, so
# AddressSanitizer would find little, and would take most of the speed.
#
# Environment: MAX_LENGTH is the maximum length of an input in bytes (512), SEED the first random number (any), NICE the
# priority (10), LOG another log.
#
# Exit code: 0 if nothing was found, 1 if something was, 2 if there is nothing to run, 130 after Ctrl-C.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "error: $*" >&2; exit 2; }

seeded=
[ "${1:-}" != --seeded ] || { seeded=1; shift; }
amount=${1:-}
[[ $amount =~ ^[1-9][0-9]*$ ]] ||
    fail "usage: scripts/fuzz.sh MINUTES|--seeded INPUTS [TARGET …], expected a number from 1"
shift

all=$(cd fuzz/src/bin && printf '%s\n' *.rs | sed 's/\.rs$//')
targets=("$@")
[ $# != 0 ] || mapfile -t targets <<< "$all"
for target in "${targets[@]}"; do
    grep -qx -- "$target" <<< "$all" || fail "$target is no target, expected one of: ${all//$'\n'/ }"
done

log=${LOG:-results/hardening/log.csv}
[ -s "$log" ] || echo 'date,revision,processor,target,seconds,inputs,edges,findings' > "$log"
processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2> /dev/null | head -n 1)

# Adds a line to the log: the name of a target, seconds, inputs, edges and findings.
log_line() {
    local date revision
    date=$(date -u +%Y-%m-%dT%H:%M:%SZ) revision=$(git rev-parse --short=12 HEAD)
    echo "$date,$revision,${processor//,/},$1,$2,$3,$4,$5" >> "$log"
    tail -n 1 "$log"
}

if [ -n "$seeded" ]; then
    cargo build --release -p hardening
    seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
    for target in "${targets[@]}"; do
        start=$SECONDS
        command=(readers "$target" --inputs "$amount" --max "${MAX_LENGTH:-512}")
        [ "$target" != differential ] || command=(differential --cases "$amount")
        if nice -n "${NICE:-10}" target/release/hardening "${command[@]}" --seed "$seed"; then
            log_line "$target (seeded)" $((SECONDS - start)) "$amount" '' 0
        else
            exit 1
        fi
    done
    exit 0
fi

compiler=${CXX:-c++}
command -v "$compiler" > /dev/null || fail "$compiler is missing, expected a C++ compiler for libFuzzer (CXX names another)"
triple=$(rustc -vV | sed -n 's/^host: //p')
flags=(--cfg fuzzing -Cpasses=sancov-module)
for argument in sanitizer-coverage-level=4 sanitizer-coverage-inline-8bit-counters sanitizer-coverage-pc-table \
    sanitizer-coverage-trace-compares simplifycfg-branch-fold-threshold=0; do
    flags+=("-Cllvm-args=-$argument")
done
# Since a platform is named, build scripts and macros have no counters.
RUSTFLAGS=${flags[*]} nice -n "${NICE:-10}" cargo build --release --manifest-path fuzz/Cargo.toml --target "$triple" \
    "${targets[@]/#/--bin=}"
built=fuzz/target/$triple/release

share=$((amount * 60 / ${#targets[@]}))
# Rows are read from files, which are in memory if possible.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/fuzz.XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

# Prints what libFuzzer wrote about a finding, and the input, which is made small, with the commands that check it again.
report() {
    local target=$1 input=$2 small=$2.small
    tail -n 30 "$TMPDIR/output" >&2
    "$built/$target" -minimize_crash=1 -max_total_time=60 -exact_artifact_path="$small" "$input" > /dev/null 2>&1 || true
    [ -s "$small" ] || small=$input
    printf '\n%s broke its property with this input of %s bytes:\n' "$target" "$(wc -c < "$small")" >&2
    cat -v "$small" >&2
    printf '\n\nCheck it again:\n    %s %s\n    cargo run -p hardening -- input %s %s\n' \
        "$built/$target" "$small" "$target" "$small" >&2
}

for target in "${targets[@]}"; do
    corpus=fuzz/corpus/$target artifacts=fuzz/artifacts/$target/
    mkdir -p "$corpus" "$artifacts"
    start=$SECONDS
    code=0
    nice -n "${NICE:-10}" "$built/$target" -max_total_time=$((share > 0 ? share : 1)) -seed="${SEED:-0}" \
        -max_len="${MAX_LENGTH:-512}" -timeout=30 -print_final_stats=1 -artifact_prefix="$artifacts" \
        "$corpus" "hardening/seeds/$target" > "$TMPDIR/output" 2>&1 || code=$?
    input=$(sed -n 's/.*Test unit written to //p' "$TMPDIR/output" | tail -n 1)
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$TMPDIR/output" | tail -n 1)
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$TMPDIR/output" | tail -n 1)
    [ -n "$inputs" ] || { cat "$TMPDIR/output" >&2; fail "$target did not run"; }
    findings=$((code != 0 && code != 72))
    log_line "$target" $((SECONDS - start)) "$inputs" "${edges:-0}" "$findings"
    # libFuzzer ends with 72 after Ctrl-C.
    [ "$code" != 72 ] || exit 130
    if [ "$findings" = 1 ]; then
        report "$target" "$input"
        exit 1
    fi
done
