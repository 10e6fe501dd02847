# What scripts of peers have in common; they are called as NAME.sh BUILT STUDY, with absolute paths.
#
# BUILT is a folder for what a script installs or builds. STUDY is the folder in which the harness starts commands.
# A script prints the definition of a backend for `backends.toml`, or ends with 1 and the reason on standard error.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
built=$1
study=$2

# Ends without a definition.
skip() {
    echo "$(basename "$0" .sh) is skipped: $1" >&2
    exit 1
}

# A path as the study names it.
relative() { realpath --no-symlinks --relative-to="$study" "$1"; }

# Prints a definition: the command, what it is, and further lines.
define() {
    printf '\n[[backend]]\nid = "external/%s"\nabout = "%s"\ncommand = "%s"\n' "$(basename "$0" .sh)" "$2" "$1"
    [ $# -lt 3 ] || printf '%s\n' "${@:3}"
}

# Makes a program that the user built, named by a variable, the file of this name in BUILT.
named_program() {
    local name=$1 program=${!1:-}
    [ -n "$program" ] || skip "$name names no program"
    [ -x "$program" ] && [ -f "$program" ] || skip "$name names $program, which is no program"
    mkdir -p "$built/bin"
    ln -sfn "$(realpath "$program")" "$built/bin/$(basename "$0" .sh)"
    relative "$built/bin/$(basename "$0" .sh)"
}

# A Python with packages of PyPI, in an environment of its own.
python_with() {
    command -v python3 > /dev/null || skip "there is no python3"
    [ -x "$built/python/bin/python" ] || python3 -m venv "$built/python" >&2 || skip "python3 has no venv"
    "$built/python/bin/pip" install --quiet --disable-pip-version-check "$@" >&2 || skip "pip cannot install $*"
    relative "$built/python/bin/python"
}

# A program that the system has to have, from this package of Debian.
installed() {
    command -v "$1" > /dev/null || skip "there is no $1 (apt-get install $1)"
}
