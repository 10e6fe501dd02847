"""The examples of the README and of the docstrings."""

import doctest
import re
from pathlib import Path

import pytest

import sudoku_harness as sh

ROOT = Path(__file__).parents[2]
README = ROOT / "python" / "README.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def run(text, name, tmp_path, monkeypatch):
    """Runs the examples of a text in a folder that has the kept runs."""
    (tmp_path / "results").symlink_to(ROOT / "results")
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    printed = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=printed.append)
    assert not printed, "".join(printed)
    return len(test.examples)


def test_the_readme_is_true_and_short(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    text = README.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert run("\n".join(blocks), "README.md", tmp_path, monkeypatch) > 15
    assert len(text.splitlines()) <= 110


@pytest.mark.parametrize("name", sorted(it for it in sh.__all__ if it[0].islower()))
def test_every_function_has_examples_that_are_true(name, tmp_path, monkeypatch):
    if name == "load":
        pytest.importorskip("pandas")
    documented = getattr(sh, name).__doc__
    assert run(documented, name, tmp_path, monkeypatch) >= 2
