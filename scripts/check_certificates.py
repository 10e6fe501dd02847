#!/usr/bin/env python3
"""Holds the two checkers of certificates of counts against each other: that of the harness and check_certificate.py.

usage: check_certificates.py [HARNESS]

HARNESS is the program, target/debug/harness by default. Certificates of several problems and rows are accepted by both
with the same count. Then characters are changed at random, one at a time, and both refuse each change.
"""
import gzip
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import check_certificate

PROBLEMS = ["dominoes:5x6", "tetrominoes:4x5", "langford:7", "queens:6", "bell:7", "double-factorial:9", "random-cover:20x60x3:1"]
COLOURED = "a b c d | x y\na x:red\nb x:red\na x:blue y\nb x\nc y:1\nd y:1\nc d\na b\nc x:red y:2\nd y:2\n"
CHANGES, CHANGES_OF_HARNESS = 1000, 60


def refused_by_harness(harness, problem, certificate):
    """Returns the number of the line that the harness refuses, or None."""
    found = subprocess.run([harness, "check-count", problem, certificate], capture_output=True, text=True)
    match = re.search(r":(\d+): ", found.stdout)
    return int(match[1]) if found.returncode == 1 and match else None


def refused(problem, certificate):
    """Returns the number of the line that the second checker refuses, or None."""
    try:
        check_certificate.check(problem, certificate)
    except AssertionError as fault:
        return int(re.match(r".*?:(\d+): ", str(fault))[1])
    except UnicodeDecodeError:
        return 0
    return None


def changed(text):
    """Returns a text with one character replaced, inserted or removed, and the number of its line."""
    while True:
        place, new = random.randrange(len(text)), random.choice("0123456789+-@* ABCDEFGHIJKLMNOPQRSTUVWs\n")
        end = place + random.choice([0, 1, 1])
        other = text[:place] + random.choice([new, new, ""]) + text[end:]
        if other != text:
            return other, text[:place].count("\n") + 1


def main():
    harness = sys.argv[1] if len(sys.argv) > 1 else "target/debug/harness"
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "coloured.xcc").write_text(COLOURED)
        (folder / "empty.txt").write_text("................\n")
        run = [harness, "-b", "count", "--task", "count", "--max-solutions", "none", "--certify", "--jobs", "1", "--no-probe"]
        run += ["--keep-proofs", folder / "proofs", "--output", folder / "run", *PROBLEMS]
        subprocess.run([*run, folder / "coloured.xcc", folder / "empty.txt"], check=True, capture_output=True)
        certificates = sorted((folder / "proofs").glob("*.count.gz"))
        for path in certificates:
            problem = str(path).removesuffix(".count.gz") + ".xcc"
            count = check_certificate.check(problem, path)
            found = subprocess.run([harness, "check-count", problem, path], check=True, capture_output=True, text=True)
            if int(found.stdout.split()[0]) != count:
                sys.exit(f"{path}: {count} and {found.stdout}")
        for change in range(CHANGES):
            path = random.choice(certificates)
            problem, other = str(path).removesuffix(".count.gz") + ".xcc", folder / "changed.count"
            text, line = changed(gzip.open(path, "rt", encoding="utf-8").read())
            other.write_text(text, encoding="utf-8")
            lines = [refused(problem, other)]
            if change < CHANGES_OF_HARNESS:
                lines.append(refused_by_harness(harness, problem, other))
            # A change of the hash, which names the problem, is seen by the harness alone.
            is_hash = line == 1 and lines[0] is None
            if any(it is None or it < line for it in lines[is_hash:]):
                sys.exit(f"{path}: a change of line {line} is refused at {lines}:\n{text}")
    print(f"{len(certificates)} certificates hold, and {CHANGES} changes are refused")


if __name__ == "__main__":
    main()
