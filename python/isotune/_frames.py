"""Tables as frames of pandas or polars, whichever is installed."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, Optional


def frame(path: Path, kind: Optional[str] = None) -> Any:
    """Reads a CSV file as a frame of pandas, else of polars, else as a list of dictionaries; `kind` chooses one of
    "pandas", "polars" and "list"."""
    kinds = ["pandas", "polars", "list"] if kind is None else [kind]
    for name in kinds:
        try:
            if name == "pandas":
                import pandas

                return pandas.read_csv(path)
            if name == "polars":
                import polars

                return polars.read_csv(path, infer_schema_length=None)
        except ImportError:
            if kind is not None:
                raise
            continue
        if name == "list":
            with open(path, newline="") as file:
                return [{key: number(value) for key, value in row.items()} for row in csv.DictReader(file)]
    raise ValueError(f"unknown kind of frame '{kind}'; available: pandas, polars, list")


def number(text: Optional[str]) -> Any:
    """Returns a number where a text is one, and None where it is empty."""
    if text is None or text == "":
        return None
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def parse(text: str) -> Any:
    """Reads CSV text as a list of dictionaries."""
    return [{key: number(value) for key, value in row.items()} for row in csv.DictReader(io.StringIO(text))]
