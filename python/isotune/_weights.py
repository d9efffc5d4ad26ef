"""Weights of a heuristic."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any, Optional, Union

from isotune import _call

Path = Union[str, "os.PathLike[str]"]
Weight = Union[float, Mapping[str, float]]


class Weights(Mapping[str, Weight]):
    """The weights of a heuristic: a name, and a number for each feature, or {"early": …, "late": …}.

    >>> Weights("mine", {"own-moves": 1.0, "opponent-moves": -1.5})["own-moves"]
    1.0
    """

    def __init__(self, name: str, weights: Mapping[str, Weight], **more: Any) -> None:
        self.name = name
        self._weights = dict(weights)
        self._more = more

    @classmethod
    def read(cls, source: Path, runs: Path = "checkpoints") -> Weights:
        """Reads a weights file, the best weights of a run, or a heuristic of the catalogue."""
        text = _call.text(["export", os.fspath(source), "--format=json", f"--runs={os.fspath(runs)}"])
        document = json.loads(text)
        return cls(document.pop("name"), document.pop("weights"), **document)

    def write(self, path: Path, force: bool = False) -> None:
        """Writes a file that is taken wherever weights are: *.ron or *.json."""
        self.export(path, force=force)

    def export(self, path: Optional[Path] = None, format: Optional[str] = None, digits: Optional[int] = None, force: bool = False) -> str:
        """Writes or returns the weights as ron, json, python (a module for game_agent.py) or rust."""
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "weights.json")
            with open(source, "w", encoding="utf-8") as file:
                json.dump({"name": self.name, "weights": self._weights, **self._more}, file)
            return _call.text(["export", source, *_call.options({"output": path, "format": format, "digits": digits, "force": force})])

    def __getitem__(self, feature: str) -> Weight:
        return self._weights[feature]

    def __iter__(self) -> Iterator[str]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __repr__(self) -> str:
        return f"Weights({self.name!r}, {self._weights!r})"
