#!/usr/bin/env python3
"""Prints docs/cheat-sheet.md on one page, docs/cheat-sheet.pdf, by Chromium.

The title of the PDF has the SHA-256 of the Markdown, by which --check sees whether it is that of the page.

usage: cheat_sheet.py            make docs/cheat-sheet.pdf
       cheat_sheet.py --check    exit code 1 if it is older than docs/cheat-sheet.md, or not one page of A4
"""

import hashlib
import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
SOURCE, PDF = DOCS / "cheat-sheet.md", DOCS / "cheat-sheet.pdf"
A4 = (842, 595)

STYLE = """
@page { size: A4 landscape; margin: 8mm 9mm }
* { box-sizing: border-box }
body { font: 8.8pt/1.4 "DejaVu Sans", Arial, sans-serif; color: #000; margin: 0; columns: 2; column-gap: 7mm }
h1 { font-size: 16pt; margin: 0 }
h2 { font-size: 10.5pt; margin: 2.6mm 0 1mm; border-bottom: .3mm solid #0072b2; break-after: avoid }
p { margin: .8mm 0 }
pre { margin: 0; white-space: pre-wrap }
pre, code { font: 7.6pt/1.5 "DejaVu Sans Mono", monospace }
pre > div { padding-left: 4mm; text-indent: -4mm; break-inside: avoid }
pre i { font: 7.6pt "DejaVu Sans", Arial, sans-serif; color: #444; padding-left: 3mm }
table { border-collapse: collapse; width: 100%; margin: 1.2mm 0; break-inside: avoid }
td, th { text-align: left; padding: .25mm 2mm .25mm 0; border-bottom: .1mm solid #bbb }
td:first-child { white-space: nowrap }
"""


def main(arguments):
    if arguments == ["--check"]:
        return check()
    if arguments:
        sys.exit(__doc__)
    names = ["chromium", "chromium-browser", "google-chrome"]
    browser = next(filter(None, map(shutil.which, names)), None) or sys.exit("there is no Chromium")
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        page.write_text(document(SOURCE.read_text(encoding="utf-8")), encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        command = [browser, *options, f"--user-data-dir={folder}/profile", f"--print-to-pdf={PDF}", page.as_uri()]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return check()


def digest():
    return hashlib.sha256(SOURCE.read_bytes()).hexdigest()


def check():
    """Whether the PDF is one page of A4, made of the Markdown as it is."""
    bytes_ = PDF.read_bytes()
    sizes = re.findall(rb"/MediaBox ?\[0 0 ([0-9.]+) ([0-9.]+)\]", bytes_)
    if len(re.findall(rb"/Type ?/Page\b", bytes_)) != 1 or [tuple(map(round, map(float, it))) for it in sizes] != [A4]:
        print(f"{PDF}: not one page of A4")
        return 1
    if digest().encode() not in bytes_:
        print(f"{PDF} is older than {SOURCE.name}: scripts/cheat_sheet.py makes it again")
        return 1
    print(f"{PDF}: one page, of {SOURCE.name} as it is")
    return 0


def document(markdown):
    """The page as HTML. It has headings, paragraphs, tables and blocks of commands, and nothing else."""
    parts = [block(part) for part in re.split(r"\n\n+(?=#|```|\||\S)", markdown.strip())]
    title = f"Cheat sheet, SHA-256 of the source {digest()}"
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>" + "".join(parts)


def block(text):
    if text.startswith("#"):
        marks, words = text.split(" ", 1)
        return f"<h{len(marks)}>{inline(words)}</h{len(marks)}>"
    if text.startswith("```"):
        return "<pre>" + "".join(map(command, text.splitlines()[1:-1])) + "</pre>"
    if text.startswith("|"):
        rows = [line.strip("|").split("|") for line in text.splitlines() if not line.startswith("|---")]
        cells = ["".join(f"<td>{inline(cell.strip())}</td>" for cell in row) for row in rows]
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"
    return f"<p>{inline(text)}</p>"


def command(line):
    """A line of a block, with its comment in another type."""
    words, mark, comment = line.partition(" # ")
    return f"<div>{html.escape(words.strip())}{f'<i>{html.escape(comment.strip())}</i>' if mark else ''}</div>"


def inline(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)
    return re.sub(r" \(\[PDF\][^)]*\)\)|\[([^\]]+)\]\([^)]*\)", lambda found: found[1] or "", text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
