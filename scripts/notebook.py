#!/usr/bin/env python3
# ---
# jupyter:
#   jupytext:
#     formats: py:percent
# ---
# /// script
# requires-python = ">=3.10"
# dependencies = ["matplotlib", "pandas", "polars", "scikit-posthocs", "scipy"]
# ///

# %% [markdown]
# # A run in pandas and polars
#
# Loads a run, draws its cactus plot, and repeats two tests of the harness with scipy. Jupyter with jupytext opens this
# file as a notebook; `uv run scripts/notebook.py RUN` or `python3 scripts/notebook.py RUN` runs it as a
# script. The assertions hold for any run in which each puzzle was timed alone and every backend has every
# puzzle.

# %%
import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import polars as pl
from scipy import stats

arguments = [] if "ipykernel" in sys.modules else sys.argv[1:]
root = Path.cwd() if "ipykernel" in sys.modules else Path(__file__).parent.parent
run = Path(arguments[0]) if arguments else root / "results/hardest"
harness = arguments[1] if len(arguments) > 1 else str(root / "target/debug/harness")
ANSWERS = ["solved", "unique", "multiple", "impossible", "counted", "limited"]

# %% [markdown]
# ## Rows to one time for each backend and puzzle
#
# Repetition 0 is the pilot pass, which is excluded. A puzzle is solved if every pass solved it; its time is the median
# of the passes. Unsolved puzzles are infinite.

# %%
rows = pd.read_csv(run / "rows.csv", low_memory=False).query("rep > 0")
rows["solved"] = rows.status.isin(ANSWERS)
cells = rows.groupby(["backend", "puzzle_hash"]).agg(ns=("wall_ns", "median"), solved=("solved", "all"))
times = cells.ns.where(cells.solved, np.inf).unstack("backend")
print((times / 1e6).describe().round(3))

# %% [markdown]
# The same in polars.

# %%
lazy = (
    pl.scan_csv(run / "rows.csv", infer_schema_length=None)
    .filter(pl.col("rep") > 0)
    .group_by("backend", "puzzle_hash")
    .agg(pl.col("wall_ns").median().alias("ns"), pl.col("status").is_in(ANSWERS).all().alias("solved"))
    .with_columns(pl.when("solved").then("ns").otherwise(np.inf).alias("ns"))
)
wide = lazy.collect().pivot("backend", index="puzzle_hash", values="ns").sort("puzzle_hash")
assert np.array_equal(wide.select(times.columns.to_list()).to_numpy(), times.to_numpy())

# %% [markdown]
# Facts about puzzles are in a table of their own.

# %%
puzzles = pd.read_csv(run / "puzzles.csv").drop_duplicates("puzzle_hash").set_index("puzzle_hash")
print(times.join(puzzles["clues"]).groupby("clues").median().div(1e6).round(3))

# %% [markdown]
# ## The cactus plot
#
# How many puzzles does a backend solve if each may take this long?

# %%
figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
for backend, column in (times / 1e9).items():
    solved = np.sort(column[np.isfinite(column)])
    axes.step(solved, np.arange(1, len(solved) + 1), where="post", label=backend)
axes.set(xscale="log", xlabel="time limit per puzzle (s)", ylabel="puzzles solved")
axes.legend()
if arguments[2:]:
    figure.savefig(arguments[2])


# %% [markdown]
# ## Wilcoxon's signed-rank test
#
# `harness compare --pairs` tests the log ratios of each pair of backends; a puzzle that only one of them solved counts
# as infinite, and one that neither solved as a tie.


# %%
def ask(*words):
    return subprocess.run([harness, *words], stdout=subprocess.PIPE, check=True, text=True).stdout


pairs = pd.read_csv(io.StringIO(ask("compare", str(run), "--pairs", "--format", "csv")))
for pair in pairs.itertuples():
    with np.errstate(invalid="ignore"):
        ratios = np.nan_to_num(np.log(times[pair.b] / times[pair.a]), nan=0.0, posinf=np.inf, neginf=-np.inf)
    # Rounded, so that ratios of 3:4 and 4:3 are a tie.
    p = stats.wilcoxon(np.round(ratios, 12)).pvalue
    print(f"{pair.a} and {pair.b}: p = {p:.3g}")
    assert np.isclose(p, pair.signed_rank_p, rtol=1e-5), (p, pair.signed_rank_p)

# %% [markdown]
# ## Friedman's test
#
# The critical difference diagram shows the mean ranks of the backends.

# %%
ranks = times.rank(axis="columns").mean()
print(ranks.round(2))
with tempfile.TemporaryDirectory() as folder:
    picture = Path(folder) / "ranks.svg"
    ask("plot", "critical-difference", str(run), "-o", str(picture))
    texts = re.findall(r"<text[^>]*>([^<]*)", picture.read_text(encoding="utf-8"))
for backend, rank in ranks.items():
    # Notes may name a backend, too.
    label = next(text for text in texts if backend in text.split() and len(text.split()) == 2)
    shown = float(label.replace(backend, ""))
    assert abs(shown - rank) < 0.006, (label, rank)
if len(ranks) > 2:
    friedman = stats.friedmanchisquare(*(times[backend] for backend in times))
    print(friedman)
    shown = re.search(r"χ² = ([0-9.]+)", " ".join(texts))
    assert abs(float(shown[1].rstrip(".")) - friedman.statistic) < 0.06, (shown[0], friedman)

# %% [markdown]
# ## A second witness: scikit-posthocs
#
# Wilcoxon's test of all pairs with Holm's correction decides which backends a bar of the diagram joins. Where
# scikit-posthocs is installed and every backend solved every puzzle, it computes the same matrix.

# %%
try:
    import scikit_posthocs as posthocs
except ImportError:
    posthocs = None
if posthocs is None or not np.isfinite(times.to_numpy()).all():
    print("scikit-posthocs was not asked")
else:
    logs = np.log(times).melt(var_name="backend", value_name="log_ns")
    matrix = posthocs.posthoc_wilcoxon(logs, "log_ns", "backend", p_adjust="holm")
    print(matrix)
    for pair in pairs.itertuples():
        p = matrix.loc[pair.a, pair.b]
        assert np.isclose(p, pair.signed_rank_p_holm, rtol=1e-4), (pair.a, pair.b, p, pair.signed_rank_p_holm)
print("the figures of the harness are the same")
