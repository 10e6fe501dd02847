#!/usr/bin/env bash
# A Slurm of three nodes on this machine, to try `harness submit` and what happens when machines die.
#
#   scripts/slurm_lab.sh up [DIR]     starts it in a new or empty folder, which is printed
#   scripts/slurm_lab.sh env DIR      prints what a shell needs to use it: eval "$(scripts/slurm_lab.sh env DIR)"
#   scripts/slurm_lab.sh status DIR   prints nodes and jobs
#   scripts/slurm_lab.sh down DIR     ends its daemons and jobs, and removes the folder
#   scripts/slurm_lab.sh install      only installs what it needs, if it is missing; this takes root
#
# It needs neither systemd nor a configured Slurm, but Debian's packages slurmctld, slurmd, slurm-client and munge, whose
# own daemons are not started. The nodes are three daemons of one machine and share its cores, so times that are
# measured here mean nothing.
set -euo pipefail

packages=(slurmctld slurmd slurm-client munge)
nodes=(n1 n2 n3)

fail() { printf 'error: %s\n' "$*" >&2; exit 2; }

# Debian's way to keep packages from starting daemons: a policy that denies it.
install_packages() {
    local policy=/usr/sbin/policy-rc.d has_policy=1 program is_missing=0
    for program in munged slurmctld slurmd sbatch; do command -v $program > /dev/null || is_missing=1; done
    [ $is_missing = 1 ] || return 0
    [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || fail "${packages[*]} are not installed"
    [ -e "$policy" ] || has_policy=0
    [ $has_policy = 1 ] || { printf '#!/bin/sh\nexit 101\n' > "$policy" && chmod +x "$policy"; }
    install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" > /dev/null; }
    local installed=0
    install "${packages[@]}" || { apt-get update > /dev/null && install "${packages[@]}"; } || installed=$?
    [ $has_policy = 1 ] || rm "$policy"
    [ $installed = 0 ] || fail "${packages[*]} could not be installed"
}

# Five consecutive ports on which nobody listens: the controller, and a node each after a gap.
free_port() {
    local base port
    for _ in {1..50}; do
        base=$((20000 + RANDOM % 30000))
        for port in {0..4}; do
            ! (exec 3<> "/dev/tcp/127.0.0.1/$((base + port))") 2> /dev/null || continue 2
        done
        echo "$base" && return
    done
    fail 'no free ports'
}

# A dead node is noticed, and its tasks restarted, within half a minute instead of minutes: SlurmdTimeout says when a
# node is dead, and credentials of its tasks must expire before they start again; 5 seconds are the least there are.
configure() {
    local dir=$1 port host
    host=$(hostname -s)
    port=$(free_port)
    cat > "$dir/slurm.conf" << EOF
ClusterName=lab
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmctldPidFile=$dir/slurmctld.pid
SlurmctldLogFile=$dir/slurmctld.log
StateSaveLocation=$dir/state
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket,cred_expire=5
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=100
SlurmdSpoolDir=$dir/%n.spool
SlurmdPidFile=$dir/%n.pid
SlurmdLogFile=$dir/%n.log
SlurmdTimeout=6
MessageTimeout=4
KillWait=2
ReturnToService=2
JobRequeue=1
MinJobAge=600
PropagateResourceLimits=NONE
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,bf_interval=1,sched_interval=1
PartitionName=main Nodes=ALL Default=YES
EOF
    for index in "${!nodes[@]}"; do
        printf 'NodeName=%s NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=1 RealMemory=1000\n' \
            "${nodes[index]}" "$host" $((port + 2 + index)) >> "$dir/slurm.conf"
    done
    # From version 24.05 on, Slurm looks for cgroups unless it is told not to; before, it does not know this word.
    local version
    version=$(slurmd -V | grep -oE '[0-9]+\.[0-9]+' | head -n 1)
    printf '%s\n' 24.05 "$version" | sort --check=silent --version-sort \
        && echo 'CgroupPlugin=disabled' > "$dir/cgroup.conf"
    return 0
}

up() {
    local dir=${1:-}
    if [ -z "$dir" ]; then dir=$(mktemp -d); else mkdir -p "$dir"; fi
    dir=$(cd "$dir" && pwd -P)
    case $dir in *[!A-Za-z0-9/._-]*) fail "$dir: Slurm's configuration needs a path of letters, digits and /._-" ;; esac
    [ -z "$(ls -A "$dir")" ] || fail "$dir is not empty"
    install_packages
    # Nothing is left running if it does not start.
    trap "stop '$dir'" EXIT
    mkdir "$dir/state"
    configure "$dir"
    head -c 1024 /dev/urandom > "$dir/munge.key"
    chmod 600 "$dir/munge.key"
    munged --force --key-file "$dir/munge.key" --socket "$dir/munge.socket" --pid-file "$dir/munged.pid" \
        --log-file "$dir/munged.log" --seed-file "$dir/munged.seed" 2> "$dir/munged.errors"
    export SLURM_CONF=$dir/slurm.conf
    slurmctld -f "$SLURM_CONF"
    for node in "${nodes[@]}"; do slurmd -f "$SLURM_CONF" -N "$node"; done
    for _ in {1..100}; do
        [ "$(sinfo --noheader --Node --states=idle --format=%N 2> /dev/null | wc -l)" = ${#nodes[@]} ] && break
        sleep 0.1
    done
    sinfo --noheader --Node --states=idle --format=%N | grep -q . || fail "no node is up; see $dir/*.log"
    trap - EXIT
    echo "$dir"
}

# The processes of the lab: its daemons, the keepers of its jobs, and the jobs. All name its folder, in their command
# or their environment.
processes() {
    local dir=$1 process name
    for process in /proc/[0-9]*; do
        name=$(cat "$process/comm" 2> /dev/null) || continue
        case $name in
            munged | slurmctld | slurmd | slurmstepd) grep -qsF "$dir/" "$process/cmdline" "$process/environ" ;;
            *) grep -qsz "^SLURM_JOB_ID=" "$process/environ" && grep -qszF "SLURM_CONF=$dir/" "$process/environ" ;;
        esac && echo "${process#/proc/}"
    done
    return 0
}

down() {
    local dir
    dir=$(folder "$1")
    stop "$dir"
    rm -r "$dir"
}

stop() {
    local dir=$1
    SLURM_CONF=$dir/slurm.conf timeout 5 scancel --user="$(id -un)" 2> /dev/null || true
    for signal in TERM KILL; do
        for _ in {1..20}; do
            mapfile -t running < <(processes "$dir")
            [ ${#running[@]} != 0 ] || break 2
            kill "-$signal" "${running[@]}" 2> /dev/null || true
            sleep 0.1
        done
    done
}

# The folder of a lab.
folder() {
    [ -e "${1:?the folder of the lab}/slurm.conf" ] || fail "$1 is not a lab that is up"
    (cd "$1" && pwd -P)
}

case ${1:-} in
    up) up "${2:-}" ;;
    down) down "${2:-}" ;;
    install) install_packages ;;
    env) printf 'export SLURM_CONF=%s/slurm.conf\n' "$(folder "${2:-}")" ;;
    status) SLURM_CONF=$(folder "${2:-}")/slurm.conf bash -c 'sinfo --Node --long; squeue --array' ;;
    *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
