#!/usr/bin/env bash
# Packs what students get of each assignment of course/: the hand-outs, the starters and what is visible.
#
#   scripts/make_course.sh [FOLDER]     by default course/build
#
# Hand-outs are rendered to HTML by pandoc, or by Python-Markdown (pip install markdown), and to PDF by Chromium.
# What is missing is skipped, and said; RENDER=none skips both. The reference, the teacher's pages and the marking
# file stay here.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-course/build}

skipped() { echo "SKIPPED: $1" >&2; }

# Prints the body of a page.
body() {
    if command -v pandoc > /dev/null; then
        pandoc --from gfm --to html "$1"
    else
        python3 -m markdown -x tables -x fenced_code "$1"
    fi
}

# Writes a page for reading and printing.
page() {
    local language=${1%.md}
    language=${language##*.}
    printf '<!doctype html>\n<html lang="%s">\n<meta charset="utf-8">\n<title>%s</title>\n' \
        "$language" "$(sed -n '1s/^# //p' "$1")"
    cat << 'END'
<style>
body { font: 11pt/1.45 "DejaVu Serif", Georgia, serif; max-width: 46em; margin: 2em auto; padding: 0 1em }
h1, h2 { font-family: "DejaVu Sans", Helvetica, sans-serif; line-height: 1.2; break-after: avoid }
h1 { font-size: 1.6em } h2 { font-size: 1.2em; margin-top: 1.6em }
pre, code { font-family: "DejaVu Sans Mono", monospace; font-size: .82em }
pre { background: #f4f4f4; padding: .6em; white-space: pre-wrap; break-inside: avoid } pre code { font-size: 1em }
table { border-collapse: collapse; margin: 1em 0 } td, th { border: 1px solid #bbb; padding: .2em .5em }
td, th { text-align: left; vertical-align: top } [align=right] { text-align: right }
@page { size: A4; margin: 18mm }
@media print { body { font-size: 9.5pt; margin: 0; max-width: none } }
</style>
END
    body "$1"
    printf '</html>\n'
}

can_render=true
if [ "${RENDER:-}" = none ]; then
    can_render=false
elif ! command -v pandoc > /dev/null && ! python3 -c 'import markdown' 2> /dev/null; then
    skipped 'no HTML and no PDF, because there is neither pandoc nor Python-Markdown'
    can_render=false
fi
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "$chromium" ] || skipped 'no PDF, because there is no Chromium'

profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
mkdir -p "$folder"
for assignment in course/*/assignment.toml; do
    from=$(dirname "$assignment")
    name=$(basename "$from")
    to=$folder/$name
    rm -rf "$to"
    mkdir -p "$to"
    for part in starter study visible; do
        [ ! -d "$from/$part" ] || cp -r "$from/$part" "$to/"
    done
    # What a teacher built or ran there.
    rm -rf "$to"/starter/*/solver "$to"/starter/*/*.class "$to"/starter/*/__pycache__ "$to"/study/run-*
    cp "$from"/handout.*.md "$to/"
    if $can_render; then
        for handout in "$from"/handout.*.md; do
            base=$to/$(basename "${handout%.md}")
            page "$handout" > "$base.html"
            [ -z "$chromium" ] || "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$profile" \
                --no-pdf-header-footer --print-to-pdf="$base.pdf" "file://$(realpath "$base.html")" 2> /dev/null
        done
    fi
    tar -C "$folder" -czf "$to.tar.gz" "$name"
    echo "$to.tar.gz"
done
