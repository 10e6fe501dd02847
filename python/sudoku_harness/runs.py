"""Runs as data frames, with the types that their `datapackage.json` states."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

PANDAS = {"string": "string", "integer": "Int64", "number": "Float64", "boolean": "boolean"}


def load(run: str | os.PathLike[str], table: str = "rows", *, frame: str = "pandas") -> Any:
    """Load a table of a run: "rows", "puzzles" or "backends".

    `run` is the folder of the run, and `frame` is "pandas" or "polars", one of which must be installed. Solutions and
    hashes are text, and empty fields are missing values. Numbers of solutions that exceed 64 bits are Python integers in
    pandas, and text in polars.
    """
    folder = Path(run)
    package = folder / "datapackage.json"
    resources = {it["name"]: it for it in json.loads(package.read_text(encoding="utf-8"))["resources"]}
    if table not in resources:
        raise ValueError(f"{package} has no table {table!r}, expected one of {', '.join(resources)}")
    resource = resources[table]
    types = {field["name"]: field["type"] for field in resource["schema"]["fields"]}
    path = folder / resource["path"]
    if frame == "pandas":
        return _pandas(path, types)
    if frame == "polars":
        return _polars(path, types)
    raise ValueError(f"a frame of {frame!r}, expected pandas or polars")


def _pandas(path: Path, types: dict[str, str]) -> Any:
    import pandas as pd

    frame = pd.read_csv(path, dtype="string", keep_default_na=False, na_values=[""])
    for name in frame.columns:
        kind = types.get(name, "string")
        try:
            frame[name] = _booleans(frame[name]) if kind == "boolean" else frame[name].astype(PANDAS[kind])
        except (OverflowError, TypeError, ValueError):
            frame[name] = frame[name].map(int, na_action="ignore").astype("object")
    return frame


def _booleans(column: Any) -> Any:
    return column.map({"true": True, "false": False}, na_action="ignore").astype("boolean")


def _polars(path: Path, types: dict[str, str]) -> Any:
    import polars as pl

    kinds = {"integer": pl.Int64, "number": pl.Float64}
    frame = pl.read_csv(path, infer_schema=False)
    columns = []
    for name in frame.columns:
        column = frame[name]
        kind = types.get(name, "string")
        if kind == "boolean":
            column = column == "true"
        elif kind in kinds:
            converted = column.cast(kinds[kind], strict=False)
            column = converted if converted.null_count() == column.null_count() else column
        columns.append(column)
    return pl.DataFrame(columns)
