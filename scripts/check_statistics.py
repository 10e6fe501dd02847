#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = ["numpy", "scipy"]
# ///
"""Works out the figures of `harness rank` and `harness compare` again, with numpy and scipy, from the
rows alone, and those of the critical-difference diagram, and holds them against what the harness says. Six
digits must agree. Of `harness explain`, for the first two backends, the log ratios, the rank correlations and
the groups are worked out again, from the features that it writes; the tree and its cross-validation are not.
Change points of `harness history` are worked out again on a series with two steps.

usage: check_statistics.py RUN [HARNESS]

RUN is the folder of a run, or a file of rows; HARNESS the program, target/debug/harness by default.
Puzzles that were timed together, and isomorphs, are not checked: their rules are the harness' own.
Statuses are taken as they stand in the rows: where an answer is refuted by other rows only, the
figures differ.
"""

import collections
import csv
import itertools
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import numpy
    from scipy import stats
except ImportError as missing:
    sys.exit(f"{missing}: pip install numpy scipy")

ANSWERS = {"solved", "unique", "multiple", "impossible", "counted", "limited"}
DIGITS = 1e-6


def read(run):
    """For each backend and puzzle: median time (None if a pass failed) and limit, in nanoseconds."""
    path = pathlib.Path(run)
    path = path / "rows.csv" if path.is_dir() else path
    passes = collections.defaultdict(list)
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row.get("rep", "1") == "0":
                continue
            if row.get("granularity") in {"block", "batch"} or row.get("iso_seed"):
                sys.exit("this run has batches or isomorphs, which are not checked here")
            puzzle = row.get("puzzle_hash") or row["puzzle"]
            passes[row["backend"], puzzle].append(row)
    cells = collections.defaultdict(dict)
    for (backend, puzzle), rows in passes.items():
        if any(row["status"] == "unsupported" for row in rows):
            continue
        solved = all(row["status"] in ANSWERS for row in rows)
        time = float(numpy.median([float(row["wall_ns"]) for row in rows])) if solved else None
        limits = [float(row["limit_ns"]) for row in rows if row.get("limit_ns")]
        cells[backend][puzzle] = (time, min(limits, default=None))
    return cells


def ask(harness, *arguments):
    """What the harness says, as JSON."""
    said = subprocess.run([harness, *arguments, "--json"], stdout=subprocess.PIPE, check=True)
    return json.loads(said.stdout)


class Checker:
    """Counts figures that agree, and complains of others."""

    def __init__(self):
        self.agreed, self.complaints = 0, []

    def check(self, name, said, expected):
        said = float(said) if isinstance(said, str) else said
        if said is None or expected is None:
            same = said is None and expected is None
        elif math.isinf(expected) or math.isnan(expected):
            same = said == expected
        else:
            same = math.isclose(said, expected, rel_tol=DIGITS, abs_tol=1e-12)
        self.agreed += same
        if not same:
            self.complaints.append(f"{name}: the harness says {said}, expected {expected}")


def check_rank(checker, cells, said):
    ranking = said["rankings"][0]
    limit, shift = ranking["limit_ns"], said["shift_ns"]
    for line in ranking["lines"]:
        backend, of = line["backend"], list(cells[line["backend"]].values())
        within = [time if time is not None and (not limit or time <= limit) else None for time, _ in of]
        endless = [math.inf if time is None else time for time in within]
        checker.check(f"{backend} solved", line["solved"], sum(time is not None for time in within))
        for penalty, name in [(2, "par2_ns"), (10, "par10_ns")]:
            cost = None
            if limit or None not in within:
                cost = float(numpy.mean([penalty * limit if time is None else time for time in within]))
            checker.check(f"{backend} {name}", line["at_limit"][name], cost)
        for share, name in [(50, "median_ns"), (90, "p90_ns"), (99, "p99_ns")]:
            checker.check(f"{backend} {name}", line[name], quantile(endless, share))
        if limit or None not in within:
            costs = numpy.array([limit if time is None else time for time in within])
            mean = float(numpy.exp(numpy.log(costs + shift).mean()) - shift)
            checker.check(f"{backend} geomean", line["geomean_ns"], mean)


def quantile(values, share):
    """A percentile as numpy computes it, also beside infinite values, of which numpy makes nan."""
    place = share / 100 * (len(values) - 1)
    low, high = (sorted(values)[at] for at in (math.floor(place), math.ceil(place)))
    return low if low == high or place == math.floor(place) else low + (high - low) * (place % 1)


def check_pair(checker, cells, a, b, said):
    pair, name = said["pairs"][0], f"{a} and {b}"
    puzzles = sorted(cells[a].keys() & cells[b].keys())
    difference, finite = [], []
    for puzzle in puzzles:
        of_a, of_b = cells[a][puzzle][0], cells[b][puzzle][0]
        if of_a is not None and of_b is not None:
            finite.append(math.log(of_b / of_a))
            difference.append(finite[-1])
        else:
            difference.append((of_b is None) * math.inf if of_a is not None else
                              -math.inf if of_b is not None else 0.0)
    ratio = math.exp(numpy.mean(finite)) if finite else None
    checker.check(f"{name} ratio", pair["ratio"], ratio)
    difference = numpy.array(difference)
    wins, ties = (difference < 0).sum(), (difference == 0).sum()
    checker.check(f"{name} superiority", pair["superiority"], (wins + ties / 2) / len(difference))
    if pair["wins"] + pair["losses"]:
        sign = stats.binomtest(pair["wins"], pair["wins"] + pair["losses"]).pvalue
        checker.check(f"{name} sign test", pair["sign_p"], sign)
    if (difference != 0).any():
        test = stats.wilcoxon(without_rounding(difference))
        checker.check(f"{name} Wilcoxon", pair["signed_rank"]["p"], float(test.pvalue))
        sums = [pair["signed_rank"][side] for side in ("b_needs_more", "b_needs_less")]
        checker.check(f"{name} signed ranks", min(sums), float(test.statistic))
    if len(difference) <= 2000:
        i, j = numpy.triu_indices(len(difference))
        with numpy.errstate(invalid="ignore"):
            middle = float(numpy.median(difference[i] + difference[j])) / 2
        if not math.isnan(middle):
            checker.check(f"{name} Hodges-Lehmann", pair["hodges_lehmann"], math.exp(middle))
    if len(finite) > 1 and len(finite) == len(puzzles):
        interval = stats.bootstrap((numpy.array(finite),), numpy.mean, method="percentile",
                                   n_resamples=10_000, random_state=1).confidence_interval
        width = interval.high - interval.low
        for end in ("low", "high"):
            off = abs(math.log(pair["interval"][end]) - getattr(interval, end))
            # Another stream of chance: the ends agree up to what 10,000 resamples leave open.
            checker.check(f"{name} interval, {end}: off by more than a tenth of its width",
                          off > 0.1 * width + 1e-12, False)


def without_rounding(differences):
    """The same, with sizes made equal that differ by rounding alone."""
    sizes = numpy.where(abs(differences) <= 1e-12, 0.0, abs(differences))
    order = numpy.argsort(sizes)
    before = sizes[order]
    for place, low, high in zip(range(1, len(before)), before, before[1:]):
        if math.isfinite(high) and high - low <= 1e-9 * high:
            sizes[order[place]] = sizes[order[place - 1]]
    return numpy.copysign(sizes, differences)


def check_mean_ranks(checker, cells, run, harness):
    """The critical-difference diagram: mean ranks, Friedman's test, and which pairs a bar joins."""
    backends = sorted(cells)
    puzzles = sorted(set.union(*(set(cells[backend]) for backend in backends)))
    backends = [backend for backend in backends if cells[backend].keys() == set(puzzles)]
    limits = [limit for backend in backends for _, limit in cells[backend].values()]
    if len(backends) < 3 or None in limits or len(set(limits)) > 1:
        return
    with tempfile.TemporaryDirectory() as folder:
        picture, table = pathlib.Path(folder) / "ranks.svg", pathlib.Path(folder) / "ranks.csv"
        subprocess.run([harness, "plot", "critical-difference", run, "-o", str(picture), "--data", str(table)],
                       check=True)
        note = " ".join(re.findall(r"data-note=[^>]*>([^<]*)", picture.read_text(encoding="utf-8")))
        with open(table, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    if f"mean over {len(puzzles)} clusters" not in note:
        return
    worst = 2 * limits[0]
    costs = {one: [worst if cells[one][it][0] is None or cells[one][it][0] > limits[0] else cells[one][it][0]
                   for it in puzzles] for one in backends}
    ranks = stats.rankdata([costs[one] for one in backends], axis=0).mean(axis=1)
    said = {row["series"]: float(row["x"]) for row in rows if not row["puzzle"]}
    for backend, rank in zip(backends, ranks):
        checker.check(f"mean rank of {backend}", said.get(backend), float(rank))
    friedman = stats.friedmanchisquare(*(costs[one] for one in backends))
    checker.check("Friedman's test", re.search(r"χ² = (\d+\.\d)", note)[1], float(f"{friedman.statistic:.1f}"))
    pairs = list(itertools.combinations(backends, 2))
    logs = {one: numpy.log(costs[one]) for one in backends}
    p = [float(stats.wilcoxon(without_rounding(logs[b] - logs[a])).pvalue) for a, b in pairs]
    bars = collections.defaultdict(set)
    for row in rows:
        if row["puzzle"]:
            bars[row["puzzle"]].add(row["series"])
    for (a, b), p in zip(pairs, stepped_down(p)):
        joined = any({a, b} <= bar for bar in bars.values())
        checker.check(f"{a} and {b}, joined by a bar", joined, p >= 0.05)


def stepped_down(p):
    """The p values corrected by Holm."""
    largest, corrected = 0.0, [0.0] * len(p)
    for place, index in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        largest = max(largest, min(1.0, (len(p) - place) * p[index]))
        corrected[index] = largest
    return corrected


def check_explanation(checker, cells, a, b, run, harness):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "features.csv"
        said = ask(harness, "explain", a, b, run, "--max-puzzles", "none", "--features", str(file))
        with open(file, newline="", encoding="utf-8") as table:
            puzzles = list(csv.DictReader(table))
    name = f"{a} and {b}, explained"
    for puzzle in puzzles:
        (of_a, limit), (of_b, _) = (cells[one][puzzle["puzzle_hash"]] for one in (a, b))
        cost = [2 * limit if time is None or limit and time > limit else time for time in (of_a, of_b)]
        checker.check(f"{name}: {puzzle['puzzle']}", float(puzzle["log_ratio"]), math.log(cost[1] / cost[0]))
    if said["clusters"] < said["puzzles"]:
        return
    correlated, holm = [], []
    for feature in said["features"]:
        key = feature["feature"]
        known = [(float(it[key]), float(it["log_ratio"])) for it in puzzles if it[key]]
        correlation = float(stats.spearmanr(known).statistic)
        p = 2 * float(stats.norm.sf(abs(correlation) * math.sqrt(len(known) - 1)))
        checker.check(f"{name}: correlation with {key}", feature["rank_correlation"], correlation)
        checker.check(f"{name}: p of {key}", feature["p"], p)
        correlated.append(p)
        holm.append(feature["p_holm"])
    for said_p, p in zip(holm, stepped_down(correlated)):
        checker.check(f"{name}: p after Holm", said_p, p)
    for group in said["groups"]:
        def is_in(puzzle):
            for condition in group["conditions"]:
                value, above, at_most = puzzle[condition["feature"]], condition["above"], condition["at_most"]
                bounds = above is not None or at_most is not None
                if value == "" and not condition["or_unknown"] or value != "" and (
                        not bounds and condition["or_unknown"]
                        or above is not None and float(value) <= above
                        or at_most is not None and float(value) > at_most):
                    return False
            return True
        ratios = [float(puzzle["log_ratio"]) for puzzle in puzzles if is_in(puzzle)]
        checker.check(f"{name}: puzzles of a group", group["puzzles"], len(ratios))
        checker.check(f"{name}: ratio of a group", group["ratio"], math.exp(numpy.mean(ratios)))


def energy_distance(values, at):
    """The weighted energy distance of both parts, by definition."""
    first, second = values[:at], values[at:]
    within = [abs(part[:, None] - part).sum() / (len(part) * (len(part) - 1)) for part in (first, second)]
    between = 2 * abs(first[:, None] - second).mean()
    return len(first) * len(second) / len(values) * (between - sum(within))


def best_split(segments):
    """The largest distance of all places in all segments: distance, segment and place."""
    return max((energy_distance(values, at), number, at) for number, values in enumerate(segments)
               for at in range(2, len(values) - 1))


def check_history(checker, harness, level=0.05, orders=999):
    """Change points of a series with two steps, one of them within the noise floor of 2 %."""
    chance = numpy.random.default_rng(1)
    times = 1e6 * numpy.exp(numpy.repeat([0, 0.3, 0.31], 10) + chance.normal(0, 0.001, 30))
    line = {"schema": 1, "start": "", "version": "", "machine": "", "jobs": 1, "backend": "a/b", "backend_version": "",
            "task": "unique", "corpora": {}, "puzzle_set": "", "puzzles": 1, "solved": 1, "failures": 0, "passes": 1,
            "processes": 1, "noise_floor": 0.02}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "history.jsonl"
        lines = [json.dumps({**line, "run_id": str(entry), "geomean_ns": time}) for entry, time in enumerate(times)]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        said = ask(harness, "history", "show", str(file))["series"][0]["steps"]
    logs, places, p_values = numpy.log(times), [], {}
    while True:
        segments = numpy.split(logs, places)
        distance, number, at = best_split(segments)
        as_large = 1 + sum(best_split([chance.permutation(it) for it in segments if len(it) > 3])[0] >= distance - 1e-9
                           for _ in range(orders))
        if as_large > level * (orders + 1):
            break
        place = at + ([0] + places)[number]
        places, p_values[place] = sorted([*places, place]), as_large / (orders + 1)
    checker.check("places before the noise floor", places == [10, 20], True)
    checker.check("number of change points", len(said), 1)
    before, after = logs[:10], logs[10:]
    interval = stats.ttest_ind(after, before, equal_var=False).confidence_interval()
    step = said[0]
    checker.check("place of the change point", step["entry"], 10)
    checker.check("ratio of the change point", step["ratio"], math.exp(after.mean() - before.mean()))
    for end in ("low", "high"):
        checker.check(f"change point, {end}", step["interval"][end], math.exp(getattr(interval, end)))
    # Other orders: both p-values are at the smallest one that so few can have.
    checker.check("p of the change point", step["p"] <= 0.005 and p_values[10] <= 0.005, True)


def main(run, harness="target/debug/harness"):
    checker, cells = Checker(), read(run)
    check_rank(checker, cells, ask(harness, "rank", run))
    for a, b in itertools.combinations(sorted(cells), 2):
        check_pair(checker, cells, a, b, ask(harness, "compare", "--baseline", a, "-b", b, run))
    check_mean_ranks(checker, cells, run, harness)
    check_explanation(checker, cells, *sorted(cells)[:2], run, harness)
    check_history(checker, harness)
    print("\n".join(checker.complaints) or f"{checker.agreed} figures of {run}, all well")
    return 1 if checker.complaints or not checker.agreed else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
