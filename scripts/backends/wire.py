"""The wire: a process that speaks sudoku-backend/1, and its answers, taken apart and refereed."""

import os
import queue
import signal
import subprocess
import threading
import time

from advice import Complaint
from referee import Geometry

HELLO = 4.0  # seconds for the first line
GRACE = 2.0  # seconds of silence behind the limit

STOPS = {"stuck", "timeout", "nodeout", "roundout", "unknown", "unsupported"}
ALLOWED = {
    "first": STOPS | {"solved", "impossible"},
    "unique": STOPS | {"unique", "multiple", "impossible"},
    "count": STOPS | {"counted", "limited", "impossible"},
}


class Silence(Exception):
    """The solver said nothing in time, or ended."""


class Solver:
    """A process that speaks the protocol."""

    def __init__(self, command, verbose=False):
        self.command, self.verbose, self.number, self.geometries = command, verbose, 0, {}
        self.has_end = True  # whether the last line ended with a line break
        self.process = subprocess.Popen(
            command, shell=True, text=True, errors="replace", start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        line = self.read(time.monotonic() + HELLO)
        hello = line.split()
        if hello[:2] != ["hello", "sudoku-backend/1"]:
            self.kill()
            raise Silence(Complaint(f"the first line is no hello: {line}", "not_hello", line=line))
        self.hello = pairs(hello[2:])
        self.name = self.hello.get("name", "-")

    def _read(self):
        for line in self.process.stdout:
            self.has_end = line.endswith("\n")
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def read(self, until):
        """The next line, unless the time comes first."""
        try:
            line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise Silence(self._investigate()) from None
        if line is None:
            self.kill()
            key = "crash" if hasattr(self, "hello") else "ended"
            raise Silence(Complaint("it has ended", key))
        if self.verbose:
            print("<", line)
        return line

    def _investigate(self):
        """Why the solver is silent: a buffer, an input that it reads to its end, a loop, or nothing."""
        greeted = hasattr(self, "hello")
        looks = []
        for _ in range(5):
            time.sleep(0.04)
            looks.append(self._is_running())
        computes = sum(looks) > 2
        try:
            self.process.stdin.close()
            line = self.lines.get(timeout=1)
        except (queue.Empty, BrokenPipeError):
            line = None
        self.kill()
        if line is not None and line.split()[:1] in (["hello"], ["result"]):
            key = "at_the_end" if greeted else "hello_in_buffer"
            if not self.has_end:
                return Complaint("its line has no line break", "line_end")
            return Complaint("it answers only at the end of its input", key)
        key = "no_hello" if not greeted else "endless" if computes else "waits"
        return Complaint("it is silent", key)

    def _is_running(self):
        """Whether a process of its group computes; no where that is unknown."""
        for entry in os.listdir("/proc") if os.path.isdir("/proc") else []:
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8") as stat:
                    fields = stat.read().rsplit(")", 1)[1].split()
            except (OSError, IndexError):
                continue
            if fields[0] == "R" and fields[2] == str(self.process.pid):
                return True
        return False

    def send(self, line):
        if self.verbose:
            print(">", line)
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Silence("it has ended") from None

    def takes(self, key, value):
        """Whether the hello leaves it open that the solver takes this."""
        told = self.hello.get(key, "-")
        return told == "-" or value in told.split(",")

    def solve(self, geometry, cells, task, solutions=None, ms=10_000, nodes=None, more=""):
        """Asks, and waits for the answer."""
        if geometry not in self.geometries:
            self.geometries[geometry] = len(self.geometries) + 1
            self.send(f"geometry {self.geometries[geometry]} {geometry}")
        self.number += 1
        limits = {"limit_ms": ms, "limit_nodes": nodes, "limit_solutions": solutions}
        told = " ".join(f"{k}={'-' if v is None else v}" for k, v in limits.items())
        start = time.monotonic()
        self.send(f"solve {self.number} {cells} geometry={self.geometries[geometry]} task={task} "
                  f"{told}{more}")
        strays = []
        while True:
            line = self.read(start + ms / 1e3 + GRACE)
            if line.split()[:2] == ["result", str(self.number)]:
                return Answer(line.split()[2:], time.monotonic() - start, strays)
            if line.split()[:2] != ["step", str(self.number)]:
                strays.append(line)

    def kill(self):
        """Ends the whole process group."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def leave(self, farewell):
        """Says quit, or closes the pipe; tells what is wrong with the way the solver ends."""
        if farewell:
            self.send(farewell)
        else:
            self.process.stdin.close()
        try:
            code = self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.kill()
            return ["still there after 2 s"]
        return [f"exit code {code}"] if code else []


class Answer:
    """A result line, taken apart."""

    def __init__(self, fields, round_trip, strays):
        self.word, self.time, self.first = (fields + ["-"] * 3)[:3]
        self.complete, self.strays, self.round_trip = len(fields) >= 3, strays, round_trip
        self.keys = pairs(fields[3:])
        self.second = self.keys.get("second", "-")

    def number(self, key):
        """What is told under `key`: a number, or None."""
        told = self.keys.get(key, "-")
        return int(told) if told.isdigit() else None

    def settled(self):
        """All that must be the same when the same is asked again."""
        same = {k: v for k, v in self.keys.items() if not k.endswith("_ns")}
        return self.word, self.first, same

    def summary(self):
        """What a check prints."""
        counts = " ".join(f"{k}={self.keys[k]}" for k in ("solutions", "nodes", "bets")
                          if k in self.keys)
        return f"{self.word} {counts} ({self.round_trip * 1e3:.1f} ms)"

    def complaints(self, geometry, cells, task, limit=None):
        """What is wrong with the answer, whatever the puzzle is: the referee and the rules."""
        wrong = [Complaint(f"stray line: {line}", "stray", line=line) for line in self.strays]
        if not self.complete:
            wrong.append("fewer than four fields")
        if self.word not in ALLOWED[task]:
            wrong.append(f"no answer to this task: {self.word}")
        if self.time != "-" and not (self.time.isdigit()
                                     and int(self.time) <= self.round_trip * 1e9):
            wrong.append(f"time {self.time}, round trip {self.round_trip * 1e9:.0f}")
        for key in ("solutions", "nodes", "bets"):
            if self.keys.get(key, "-") != "-" and self.number(key) is None:
                wrong.append(f"{key} is no number: {self.keys[key]}")
        grids = [grid for grid in (self.first, self.second) if grid != "-"]
        wrong += [c for c in (Geometry(geometry).complaint(cells, grid) for grid in grids) if c]
        if len(grids) == 2 and grids[0] == grids[1]:
            wrong.append(Complaint("the second solution is the first one again", "same"))
        found = self.number("solutions")
        least = {"multiple": 2, "impossible": 0, "unsupported": 0}.get(
            self.word, int(self.word in ("solved", "unique", "limited")))
        if len(grids) < min(least, 2):
            wrong.append(f"{self.word}, but {len(grids)} grids shown")
        if found is not None and (found < max(least, len(grids)) or not grids and found):
            wrong.append(f"{found} solutions claimed, {len(grids)} shown, {self.word}")
        if self.word in ("unique", "impossible") and (found or 0) > least:
            wrong.append(f"{self.word}, but {found} solutions")
        if self.word in ("counted", "limited") and found is None:
            wrong.append(f"{self.word} without solutions=")
        if self.word == "limited" and found != limit:
            wrong.append(f"limited at {found}, asked for {limit}")
        return wrong


def pairs(fields):
    """The keys and values of a line."""
    return dict(field.split("=", 1) for field in fields if "=" in field)
