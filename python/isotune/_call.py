"""Calls of the program with Python's arguments."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Optional, Union

from isotune import _native

Event = dict[str, Any]
Callback = Callable[[Event], object]
Changes = Union[Mapping[str, object], Iterable[str], None]


def options(values: Mapping[str, object]) -> list[str]:
    """Returns options of the command: `final_pairs=3` is `--final-pairs 3`, True is a flag, None and False are nothing."""
    arguments: list[str] = []
    for name, value in values.items():
        option = "--" + name.strip("_").replace("_", "-")
        if value is None or value is False:
            continue
        arguments += [option] if value is True else [option + "=" + os.fspath(value) if isinstance(value, os.PathLike) else f"{option}={value}"]
    return arguments


def changes(given: Changes) -> list[str]:
    """Returns changes of a configuration as options: a dictionary, or texts such as "seed=7"."""
    if given is None:
        return []
    if isinstance(given, str):
        given = [given]
    texts = [f"{key}={value}" for key, value in given.items()] if isinstance(given, Mapping) else list(given)
    return [f"--set={text}" for text in texts]


class Bar:
    """A bar of progress: tqdm's where it is installed, else a line on standard error."""

    def __init__(self) -> None:
        self.bar: Any = None
        self.shown = ""

    def update(self, done: int, total: int, unit: str) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            text = f"\r{done} of {total} {unit}"
            if text != self.shown:
                self.shown = text
                sys.stderr.write(text)
                sys.stderr.flush()
            return
        if self.bar is None or self.bar.total != total:
            self.close()
            self.bar = tqdm(total=total, unit=" " + unit)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
            self.bar = None
        elif self.shown:
            sys.stderr.write("\n")
            self.shown = ""


def wants_bar(progress: Optional[bool]) -> bool:
    """Bars are shown in notebooks unless told otherwise."""
    return "ipykernel" in sys.modules if progress is None else progress


def text(
    arguments: list[str],
    callback: Optional[Callback] = None,
    progress: Optional[bool] = None,
    heuristics: Optional[list[tuple[str, Callable[..., float]]]] = None,
) -> str:
    """Calls the program and returns what it prints; progress and notes become bars and warnings."""
    bar = Bar() if wants_bar(progress) else None

    def listen(line: str) -> None:
        event = json.loads(line)
        if event["event"] == "note":
            warnings.warn(event["message"], stacklevel=2)
            return
        if bar is not None and event["event"] == "progress":
            bar.update(event["done"], event["total"], event["unit"])
        if bar is not None and event["event"] == "generation":
            bar.update(event["generation"], event["generations"], "generations")
        if callback is not None:
            callback(event)

    try:
        return _native.call(arguments, listen, heuristics)
    finally:
        if bar is not None:
            bar.close()


def record(
    arguments: list[str],
    callback: Optional[Callback] = None,
    progress: Optional[bool] = None,
    heuristics: Optional[list[tuple[str, Callable[..., float]]]] = None,
) -> dict[str, Any]:
    """Calls the program with --json and returns the object; docs/json.md of the repository describes it."""
    printed: dict[str, Any] = json.loads(text([arguments[0], "--json", *arguments[1:]], callback, progress, heuristics))
    return printed
