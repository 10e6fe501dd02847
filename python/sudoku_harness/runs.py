"""Runs as data frames, with the types that their `datapackage.json` states."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    import pandas
    import polars

    Runs = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]

PANDAS = {"string": "string", "integer": "Int64", "number": "Float64", "boolean": "boolean"}


@overload
def load(run: Runs, table: str = "rows", *, frame: Literal["pandas"] = "pandas") -> pandas.DataFrame: ...
@overload
def load(run: Runs, table: str = "rows", *, frame: Literal["polars"]) -> polars.DataFrame: ...
def load(run: Runs, table: str = "rows", *, frame: str = "pandas") -> Any:
    """Loads a table of one run or several.

    Solutions and hashes are text, and empty fields are missing values. Counts that exceed 64 bits are Python integers in
    pandas; in polars they are of 128 bits, or text if they exceed these, too. Of a run that was killed, the rows are
    loaded that it wrote in whole.

    Args:
        run: The folder of a run, or of a study, whose runs are all loaded; or several folders.
        table: "rows", "puzzles" or "backends".
        frame: "pandas" or "polars", one of which must be installed.

    Example:
        >>> import sudoku_harness as sh
        >>> rows = sh.load("results/hardest")
        >>> rows.solution.str.len().max()
        np.int64(81)
    """
    if frame not in ("pandas", "polars"):
        raise ValueError(f"a frame of {frame!r}, expected pandas or polars")
    runs = [run] if isinstance(run, (str, os.PathLike)) else list(run)
    folders = [folder for it in runs for folder in _folders(Path(it))]
    if not folders:
        raise ValueError("no run to load, expected one folder at least")
    resources = [_resource(folder, table) for folder in folders]
    types = {name: kind for _, fields in resources for name, kind in fields.items()}
    texts = [_whole_lines(path) for path, _ in resources]
    return _pandas(texts, types) if frame == "pandas" else _polars(texts, types)


def _folders(folder: Path) -> list[Path]:
    """The folder of a run, or those of the runs of a study."""
    if (folder / "datapackage.json").is_file():
        return [folder]
    number = lambda run: int(run.name.removeprefix("run-"))
    runs = [it.parent for it in folder.glob("run-*/datapackage.json") if it.parent.name[4:].isdigit()]
    if not runs:
        if (folder / "shards").is_dir():
            raise ValueError(f"{folder} has the shards of a run, expected `harness merge --complete {folder} -o DIR` first")
        what = "has no datapackage.json" if folder.is_dir() else "is not a folder"
        raise ValueError(f"{folder} {what}, expected the folder of a run or of a study")
    return sorted(runs, key=number)


def _resource(folder: Path, table: str) -> tuple[Path, dict[str, str]]:
    """The file of a table, and the types of its columns."""
    package = folder / "datapackage.json"
    resources = {it["name"]: it for it in json.loads(package.read_text(encoding="utf-8"))["resources"]}
    if table not in resources:
        raise ValueError(f"{package} has no table {table!r}, expected one of {', '.join(resources)}")
    resource = resources[table]
    return folder / resource["path"], {field["name"]: field["type"] for field in resource["schema"]["fields"]}


def _whole_lines(path: Path) -> bytes:
    """The text of a file up to its last line break. What comes after it is a row that was being written."""
    if not path.is_file():
        raise ValueError(f"{path} is missing, expected the table that the datapackage.json beside it describes")
    text = path.read_bytes()
    text = text[: text.rfind(b"\n") + 1]
    if not text:
        raise ValueError(f"{path} is empty, expected a line with the names of its columns")
    return text


def _pandas(texts: list[bytes], types: dict[str, str]) -> Any:
    import pandas as pd

    read = lambda text: pd.read_csv(io.BytesIO(text), dtype="string", keep_default_na=False, na_values=[""])
    frame = pd.concat([read(text) for text in texts], ignore_index=True)
    columns = {}
    for name in frame.columns:
        column, kind = frame[name], types.get(name, "string")
        try:
            columns[name] = _booleans(column) if kind == "boolean" else column.astype(PANDAS[kind])
        except (OverflowError, TypeError, ValueError):
            columns[name] = column.map(int, na_action="ignore").astype("object")
    return pd.DataFrame(columns)


def _booleans(column: Any) -> Any:
    return column.map({"true": True, "false": False}, na_action="ignore").astype("boolean")


def _polars(texts: list[bytes], types: dict[str, str]) -> Any:
    import polars as pl

    kinds = {"integer": [pl.Int64, pl.Int128], "number": [pl.Float64]}
    frame = pl.concat([pl.read_csv(text, infer_schema=False) for text in texts], how="diagonal")
    columns = []
    for column in frame:
        kind = types.get(column.name, "string")
        if kind == "boolean":
            column = column == "true"
        for target in kinds.get(kind, []):
            converted = column.cast(target, strict=False)
            if converted.null_count() == column.null_count():
                column = converted
                break
        columns.append(column)
    return pl.DataFrame(columns)
