#!/usr/bin/env python3
"""Checks that an exact cover problem has as many solutions as a certificate says.

    scripts/check_certificate.py PROBLEM.xcc CERTIFICATE

A second checker beside `harness check-count`, with which it shares no code; docs/count-certificate-format.md defines the
format. It needs Python alone and takes the plain text of a certificate or one packed by gzip. A set of words is an
integer, whose lowest bit is the first word. The hash in the first line only names the problem, and is not computed.
"""
import gzip
import re
import sys


def read_problem(path):
    """Returns the names of the primary items, and each option as pairs of an item and a colour or None.

    Costs, words as |5, do not matter; a problem with multiplicities has no certificate.
    """
    content = [line.split() for line in open(path, encoding="utf-8")]
    names, *options = [words for words in content if words and not words[0].startswith("|")]
    primary = names[: names.index("|")] if "|" in names else names
    if any("|" in name for name in primary):
        sys.exit(f"{path}: an item with a multiplicity, expected items that are covered once")
    uses = [[word for word in option if not word.startswith("|")] for option in options]
    return primary, [[tuple((word + ":").split(":")[:2]) for word in option] for option in uses]


class Words:
    """What options require and end, and the masks of states, if the items have this order."""

    def __init__(self, order, options):
        self.items = (1 << len(order)) - 1
        bits = {(item, ""): 1 << place for place, item in enumerate(order)}
        for use in (use for option in options for use in option):
            bits.setdefault(use, 1 << len(bits))
        all_of = {}
        for (item, _), bit in bits.items():
            all_of[item] = all_of.get(item, 0) | bit
        self.requires = [sum(bits[use] for use in option) for option in options]
        kept = {use: bit if use[1] else 0 for use, bit in bits.items()}
        self.ends = [sum(all_of[use[0]] - kept[use] for use in option) for option in options]
        self.first = {1 << place: [] for place in range(len(order))}
        self.all = {bit: [] for bit in self.first}
        for option, required in enumerate(self.requires):
            for bit in (bit for bit in self.all if required & bit):
                self.all[bit].append(option)
            if required & self.items:
                self.first[required & -required].append(option)
        self.masks, mask = {0: self.items}, self.items
        for bit in reversed(self.first):
            for option in self.first[bit]:
                mask |= self.requires[option]
            self.masks[bit] = mask


class Lines:
    """The lines so far in whose states something is open: state, mask, count. The first is that of the second line."""

    def __init__(self, words):
        self.words, self.proved = words, [(0, words.items, 1)]

    def earlier(self, back):
        return self.proved[len(self.proved) - int(back) if int(back) else 0]

    def after(self, option, state, line):
        left, (proved, mask, count) = state & ~self.words.ends[option], line
        assert (left ^ proved) & mask == 0, f"option {option + 1} does not lead to the line named"
        return count

    def sum(self, option, added, item, lines):
        words, lines = self.words, [self.earlier(back) for back in lines]
        state, named = sum({1 << int(word) - 1 for word in added}), int(option) - 1
        if named >= 0:
            state |= words.requires[named] | lines[0][0]
        first = state & -state
        item = 1 << int(item) - 1 if item else first
        assert item & state & words.items, "expected an open item"
        fitting = [it for it in (words.first if item == first else words.all)[item] if words.requires[it] & ~state == 0]
        assert named < 0 or named in fitting, "the option does not fit"
        tried = [named] * (named >= 0) + [it for it in fitting if it != named]
        assert len(lines) == len(tried), f"expected {len(tried)} lines before"
        count = sum(self.after(it, state, line) for it, line in zip(tried, lines))
        return state, words.masks[first & words.items], count

    def dead_end(self, item, missing):
        item, absent = 1 << int(item) - 1, sum({1 << int(word) - 1 for word in missing})
        is_dead = all(self.words.requires[it] & absent for it in self.words.all[item])
        assert is_dead and not item & absent, "an option of the item may fit"
        return item, item | absent, 0

    def product(self, lines):
        words, parts = self.words, [self.earlier(back) for back in lines]
        state, touched, count = 0, 0, 1
        for part, _, _ in parts:
            state |= part
        for part, mask, of_part in parts:
            own = touches = part & words.items
            for required, ended in zip(words.requires, words.ends):
                if required & own and required & ~state == 0:
                    touches |= required | ended
            is_apart = own and not touches & touched and (state ^ part) & mask & ~words.items == 0
            assert is_apart, "the parts are not independent"
            touched, count = touched | touches, count * of_part
        return state, words.masks[state & -state & words.items], count

    def add(self, text):
        body, letter = text[:-1], text[-1:]
        assert letter == chr(ord("A") + sum(body.encode()) % 23), "the letter is not that of the line"
        if match := re.fullmatch(r"\*((?: \d+)+)", body):
            line = self.product(match[1].split())
        elif match := re.fullmatch(r"@(\d+)((?:-\d+)*)", body):
            line = self.dead_end(match[1], match[2].split("-")[1:])
        else:
            match = re.fullmatch(r"(\d+)((?:\+\d+)*)(?:@(\d+))?((?: \d+)*)", body)
            assert match, "expected a state"
            line = self.sum(match[1], match[2].split("+")[1:], match[3], match[4].split())
        self.proved.append(line)


def check(problem, certificate):
    """Returns the count. Raises AssertionError with the number of the line that does not hold."""
    primary, options = read_problem(problem)
    is_packed = open(certificate, "rb").read(2) == b"\x1f\x8b"
    number, lines = 0, None
    with (gzip.open if is_packed else open)(certificate, "rt", encoding="utf-8", newline="\n") as text:
        try:
            for number, line in enumerate(text, 1):
                assert line.endswith("\n"), "the file is truncated"
                if number == 1:
                    assert re.fullmatch(r"exact-cover-count 5 [0-9a-f]{16}\n", line), "expected a certificate"
                elif number == 2:
                    word, *order = line[:-1].split(" ")
                    assert word == "items" and sorted(order) == sorted(primary), "expected the items"
                    lines = Lines(Words(order, options))
                elif not line.startswith("s"):
                    lines.add(line[:-1])
                else:
                    state, mask, count = lines.proved[-1]
                    whole = max(lines.words.masks.values())
                    assert (state ^ whole) & mask == 0, "the line before has not the whole problem"
                    assert line == f"solutions {count} {number - 1}\n", f"expected solutions {count} {number - 1}"
                    assert not text.read(1), "expected the end of the file"
                    return count
            raise AssertionError("the file is truncated")
        except (AssertionError, KeyError, IndexError, ValueError) as fault:
            raise AssertionError(f"{certificate}:{number}: {fault}") from None


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        print(check(sys.argv[1], sys.argv[2]), "solutions")
    except AssertionError as fault:
        sys.exit(f"WRONG: {fault}")
