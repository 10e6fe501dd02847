from pathlib import Path

import pytest

import sudoku_harness as sh

RUN = Path(__file__).parents[2] / "results" / "hardest"


def test_rows_have_the_types_of_their_columns_in_pandas():
    pytest.importorskip("pandas")
    rows = sh.load(RUN)
    assert str(rows.wall_ns.dtype) == "Int64" and str(rows.isolated.dtype) == "boolean"
    assert str(rows.solution.dtype) == "string"
    assert rows.solution.dropna().str.len().eq(81).all()
    puzzles = sh.load(RUN, "puzzles")
    assert set(rows.puzzle_hash) == set(puzzles.puzzle_hash)


def test_rows_have_the_types_of_their_columns_in_polars():
    pl = pytest.importorskip("polars")
    rows = sh.load(RUN, frame="polars")
    assert rows.schema["wall_ns"] == pl.Int64 and rows.schema["isolated"] == pl.Boolean
    assert rows["solution"].drop_nulls().str.len_chars().eq(81).all()


def test_large_counts_stay_exact(tmp_path):
    pytest.importorskip("pandas")
    (tmp_path / "rows.csv").write_text("backend,solutions\na,53060477521960000\nb,6670903752021072936960\nc,\n")
    fields = '[{"name": "backend", "type": "string"}, {"name": "solutions", "type": "integer"}]'
    (tmp_path / "datapackage.json").write_text(
        f'{{"resources": [{{"name": "rows", "path": "rows.csv", "schema": {{"fields": {fields}}}}}]}}'
    )
    assert sh.load(tmp_path).solutions[1] == 6670903752021072936960
    with pytest.raises(ValueError, match="no table 'x'"):
        sh.load(tmp_path, "x")
