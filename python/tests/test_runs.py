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
    polars = pytest.importorskip("polars")
    rows = sh.load(tmp_path, frame="polars")
    assert rows.schema["solutions"] == polars.Int128
    assert rows["solutions"].to_list() == [53060477521960000, 6670903752021072936960, None]


def test_several_runs_and_those_of_a_study_are_one_table():
    pytest.importorskip("pandas")
    field = RUN.parent / "field"
    one, other, both = sh.load(RUN), sh.load(field), sh.load([RUN, field])
    assert len(both) == len(one) + len(other)
    assert set(both.run_id) == set(one.run_id) | set(other.run_id)
    assert str(both.wall_ns.dtype) == "Int64"
    pytest.importorskip("polars")
    assert sh.load([RUN, field], frame="polars").shape == both.shape


def test_columns_without_a_value_have_their_types():
    pytest.importorskip("pandas")
    rows = sh.load(RUN)
    assert rows.colours.isna().all() and str(rows.colours.dtype) == "Int64"
    pl = pytest.importorskip("polars")
    rows = sh.load(RUN, frame="polars")
    assert rows["colours"].null_count() == len(rows) and rows.schema["colours"] == pl.Int64
    assert rows["level"].null_count() == len(rows) and rows.schema["level"] == pl.String


@pytest.mark.parametrize("frame", ["pandas", "polars"])
def test_a_run_that_was_killed_has_the_rows_that_it_wrote(tmp_path, frame):
    pytest.importorskip(frame)
    (tmp_path / "datapackage.json").write_bytes((RUN / "datapackage.json").read_bytes())
    rows = (RUN / "rows.csv").read_bytes().splitlines(keepends=True)
    (tmp_path / "rows.csv").write_bytes(b"".join(rows[:11]) + rows[11][:70])
    assert len(sh.load(tmp_path, frame=frame)) == 10
    (tmp_path / "rows.csv").write_bytes(rows[0])
    assert sh.load(tmp_path, frame=frame).shape == (0, rows[0].count(b",") + 1)


def test_what_is_no_run_is_told(tmp_path):
    for wrong, sentence in [
        (lambda: sh.load(tmp_path), "has no datapackage.json, expected the folder of a run or of a study"),
        (lambda: sh.load(tmp_path / "x"), "is not a folder"),
        (lambda: sh.load([]), "no run to load"),
        (lambda: sh.load(RUN, frame="x"), "a frame of 'x', expected pandas or polars"),
        (lambda: sh.load(RUN, "x"), "no table 'x', expected one of rows, "),
    ]:
        with pytest.raises(ValueError) as raised:
            wrong()
        assert sentence in str(raised.value)
    (tmp_path / "shards" / "1-of-2").mkdir(parents=True)
    with pytest.raises(ValueError, match="has the shards of a run, expected `harness merge --complete"):
        sh.load(tmp_path)
    (tmp_path / "datapackage.json").write_bytes((RUN / "datapackage.json").read_bytes())
    with pytest.raises(ValueError, match="rows.csv is missing"):
        sh.load(tmp_path)
    (tmp_path / "rows.csv").write_bytes(b"")
    with pytest.raises(ValueError, match="rows.csv is empty, expected a line with the names"):
        sh.load(tmp_path)
