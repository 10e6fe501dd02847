#!/usr/bin/env bash
# Fetches published collections of puzzles, for people who have a network. Nothing of them is shipped.
#
#   scripts/fetch_datasets.sh [FOLDER [LIST]]    into FOLDER (corpora/), as LIST says (collections.txt)
#
# A file that is there and whole is not fetched again, and one that broke off goes on where it did. What
# comes is held against its checksum. Exit code: 0 all files are there, 1 one is not, 2 bad usage.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

if [ $# -gt 2 ] || [[ "${1:-}" == -* ]]; then
    sed -n 's/^# \{0,1\}//; 2,7p' "$0" >&2
    exit 2
fi
folder=${1:-corpora}
list=${2:-$here/collections.txt}
[ -r "$list" ] || { echo "error: there is no list $list" >&2; exit 2; }
for program in curl sha1sum; do
    command -v "$program" > /dev/null || { echo "error: this needs $program" >&2; exit 2; }
done
mkdir -p "$folder"

# checksum FILE: what git calls it.
checksum() {
    { printf 'blob %s\0' "$(wc -c < "$1" | tr -d ' ')"; cat "$1"; } | sha1sum | cut -d' ' -f1
}

# fetch FILE ADDRESS: goes on with what is there, or begins anew where a server cannot go on.
fetch() {
    local options=(--fail --location --silent --show-error --retry 2 --connect-timeout 20 --output "$1")
    if [ -s "$1" ] && curl "${options[@]}" --continue-at - "$2" 2> /dev/null; then
        return
    fi
    rm -f "$1"
    curl "${options[@]}" "$2"
}

failed=0
while read -r name address expected what; do
    case $name in '' | '#'*) continue ;; esac
    file=$folder/$name
    if [ -f "$file" ] && [ "$(checksum "$file")" = "$expected" ]; then
        echo "$name: is there"
        continue
    fi
    if ! fetch "$file.part" "$address"; then
        echo "error: $name: cannot be fetched from $address" >&2
        failed=1
        continue
    fi
    found=$(checksum "$file.part")
    if [ "$found" != "$expected" ]; then
        rm "$file.part"
        echo "error: $name: has the checksum $found, expected $expected; it is not kept" >&2
        failed=1
        continue
    fi
    mv "$file.part" "$file"
    echo "$name: fetched ($what)"
done < "$list"
exit $failed
