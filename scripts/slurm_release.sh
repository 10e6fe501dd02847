#!/usr/bin/env bash
# Runs a command with the Slurm of another release of Debian, such as the test on three nodes:
#
#   scripts/slurm_release.sh bullseye env SLOW_TESTS=1 cargo test -p harness --test it slurm    # Slurm 20.11
#   scripts/slurm_release.sh bookworm env SLOW_TESTS=1 cargo test -p harness --test it slurm    # Slurm 22.05
#   scripts/slurm_release.sh trixie env SLOW_TESTS=1 cargo test -p harness --test it slurm      # Slurm 24.11
#
# It takes root and mmdebstrap, which unpacks the release to target/slurm (200 MB). In its place on the PATH of the
# command, each program of Slurm runs with that folder as its root. Jobs do too, and leave it by a script in the place of
# the harness, which needs the libraries of this machine. All share the folder TMPDIR. What is mounted for this is seen by
# the command alone, and ends with it.
set -euo pipefail

programs=(munged slurmctld slurmd sbatch squeue scancel scontrol sinfo srun)

fail() { printf 'error: %s\n' "$*" >&2; exit 2; }

# Unpacks the release, unless it is there.
unpack() {
    local release=$1 root=$2
    [ ! -e "$root/unpacked" ] || return 0
    [ "$(id -u)" = 0 ] && command -v mmdebstrap > /dev/null || fail 'expected root and mmdebstrap'
    rm -rf "$root"
    mkdir -p "$(dirname "$root")"
    mmdebstrap --quiet --variant=minbase --include=slurmctld,slurmd,slurm-client,munge "$release" "$root" \
        || fail "$release could not be unpacked"
    touch "$root/unpacked"
}

# Writes a script that can be executed.
script() { mkdir -p "$(dirname "$1")" && printf '#!/bin/sh\n%s\n' "$2" > "$1" && chmod +x "$1"; }

# Runs the command, in a mount namespace of its own.
run() {
    # A command that follows runs in the same folder, if there is one on the other side.
    local there="sh -c 'cd \"\$0\" 2> /dev/null; exec \"\$@\"' \"\$PWD\""
    local program harness path=/usr/sbin:/usr/bin:/sbin:/bin
    root=$1
    shift
    work=$(mktemp -d)
    trap 'umount "$root$work" && rmdir "$root$work"; rm -r "$work"' EXIT
    mkdir -p "$root$work" "$work/programs" "$work/tmp"
    mount --bind /proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount --rbind /sys "$root/sys"
    mount --bind "$work" "$root$work"
    for program in "${programs[@]}"; do
        script "$work/programs/$program" "exec chroot '$root' env PATH=$path $there $program \"\$@\""
    done
    harness=$(realpath -m "${CARGO_TARGET_DIR:-target}/debug/harness")
    script "$root$harness" \
        "exec chroot /proc/$$/root $there '$harness' \"\$@\""
    PATH=$work/programs:$PATH TMPDIR=$work/tmp "$@"
}

cd "$(dirname "$0")/.."
if [ "${1:-}" = --entered ]; then
    shift
    run "$@"
elif [ $# -lt 2 ]; then
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
    exit 2
else
    root=$(realpath -m "${CARGO_TARGET_DIR:-target}")/slurm/$1
    unpack "$1" "$root"
    shift
    exec unshare --mount "scripts/$(basename "$0")" --entered "$root" "$@"
fi
