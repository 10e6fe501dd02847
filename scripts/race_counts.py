#!/usr/bin/env python3
"""Races the counting rows against the decision diagrams of the crate oxidd, on families of exact covers.

usage: race_counts.py [FAMILY…]

A line for each family: its number of solutions, the least CPU time of ours and of oxidd's in five rounds that
take turns, and the ratio. oxidd joins the items from the first and from the last, and the better of both
counts; its time is that of the whole process, which reads the problem in a millisecond or two. Its program is
fetched and built in a folder that is removed at the end. Ends with 1 where counts differ.
"""

import csv
import io
import pathlib
import resource
import subprocess
import sys
import tempfile

FAMILIES = ["dominoes:10x10", "dominoes:12x12", "double-factorial:19", "latin:5", "tetrominoes:8x8"]
BACKENDS = ["count/sweep", "count/sweep.bandwidth"]
ROUNDS = 5
LIMIT = 300
HERE = pathlib.Path(__file__).resolve().parent
MANIFEST = """[package]
name = "zbdd"
version = "0.0.0"
edition = "2024"

[dependencies]
num-bigint = "0.4"
oxidd = { version = "0.13", default-features = false, features = [
    "apply-cache-direct-mapped", "manager-index", "zbdd"] }

[profile.release]
lto = "fat"
codegen-units = 1

[workspace]
"""


def main(families):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        harness, zbdd = build_harness(), build_zbdd(folder)
        row = "{:22} {:>24} {:>11} {:>11} {:>7}".format
        print(row("family", "solutions", "ours", "oxidd", "ratio"))
        differs = False
        for family in families:
            file = folder / "problem.xcc"
            encoded = subprocess.run(
                [harness, "encode", family, "--to", "xcc"], check=True, stdout=subprocess.PIPE)
            file.write_bytes(encoded.stdout)
            counts, ours, theirs = set(), [], []
            for _ in range(ROUNDS):
                ours += list(ours_of(harness, file, counts))
                theirs += list(theirs_of(zbdd, file, counts))
            differs |= len(counts) != 1
            least, other = min(ours, default=None), min(theirs, default=None)
            ratio = f"{other / least:.1f}" if least and other else ""
            print(row(family, " or ".join(sorted(counts)), time(least), time(other), ratio), flush=True)
    return differs


def time(seconds):
    return f"{1000 * seconds:.2f} ms" if seconds else "time-out"


def ours_of(harness, file, counts):
    """Yields the seconds of each row."""
    command = [harness, file, "--task", "count", "--max-solutions", "none", "--format", "csv", "--jobs", "1",
               "--timeout", f"{LIMIT}s"]
    command += [word for backend in BACKENDS for word in ("-b", backend)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for row in csv.DictReader(io.StringIO(out)):
        if row["status"] == "counted":
            counts.add(row["solutions"])
            yield int(row["cpu_ns"]) / 1e9


def theirs_of(zbdd, file, counts):
    """Yields the seconds from the first and from the last item."""
    for start in ["first", "last"]:
        before = cpu_of_children()
        try:
            out = subprocess.run([zbdd, start, file], check=True, capture_output=True, text=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            continue
        counts.add(out.stdout.split()[0])
        yield cpu_of_children() - before


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def build_harness():
    subprocess.run(["cargo", "build", "--quiet", "--package", "harness"], cwd=HERE.parent, check=True)
    return HERE.parent / "target/debug/harness"


def build_zbdd(folder):
    (folder / "src").mkdir()
    (folder / "src/main.rs").write_bytes((HERE / "race/zbdd.rs").read_bytes())
    (folder / "Cargo.toml").write_text(MANIFEST)
    subprocess.run(["cargo", "build", "--quiet", "--release"], cwd=folder, check=True)
    return folder / "target/release/zbdd"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or FAMILIES))
