"""Games for an optimizer of your own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

from isotune import _call, _native

PathLike = Union[str, "os.PathLike[str]"]
Candidate = Union[Sequence[float], Mapping[str, Any]]


class Evaluator:
    """Plays weights by a configuration, as the candidates of a run are played; docs/evaluate.md of the repository explains
    openings and chance.

    The result of a candidate depends on nothing but the configuration, the weights, the games, and its number.
    """

    def __init__(self, config: PathLike = "quick", changes: _call.Changes = None, *, block: str = "train", threads: Optional[int] = None) -> None:
        arguments = ["evaluate", os.fspath(config), *_call.changes(changes), *_call.options({"block": block, "threads": threads})]
        self._session = _native.Session(arguments)
        self.description = self._ask({"describe": True})
        """What there is to tune: `weights` with names, starts, steps and bounds, `opponents`, `population`, `games`."""

    @property
    def names(self) -> list[str]:
        return [weight["name"] for weight in self.description["weights"]]

    @property
    def start(self) -> list[float]:
        return [weight["start"] for weight in self.description["weights"]]

    @property
    def steps(self) -> list[float]:
        return [weight["step"] for weight in self.description["weights"]]

    def evaluate(self, weights: Union[Candidate, Sequence[Candidate]], **options: Optional[int]) -> Any:
        """Plays one candidate, or a list of them in parallel. Options: `games` or `pairs`, `generation`, `index`, `seed`."""
        given = {key: value for key, value in options.items() if value is not None}
        if isinstance(weights, Mapping) or not any(isinstance(entry, (Mapping, Sequence)) or hasattr(entry, "__len__") for entry in weights):
            return self._ask({"weights": plain(weights), **given})
        return self._ask({"candidates": [plain(candidate) for candidate in weights], **given})["results"]

    def costs(self, candidates: Sequence[Candidate], **options: Optional[int]) -> list[float]:
        """Plays candidates and returns what to minimize."""
        return [result["cost"] for result in self.evaluate(list(candidates), **options)]

    def close(self) -> None:
        """Ends the session."""
        self._session.close()

    def _ask(self, question: dict[str, Any]) -> Any:
        answer = json.loads(self._session.ask(json.dumps(question)))
        if "error" in answer:
            error = _native.IsotuneError(answer["error"])
            error.code = 2
            raise error
        return answer


def plain(weights: Any) -> Any:
    """Returns numbers of numpy and others as Python's own."""
    if isinstance(weights, Mapping):
        return {name: plain(value) if isinstance(value, Mapping) else float(value) for name, value in weights.items()}
    return [float(value) for value in weights]


_sessions: dict[Any, Evaluator] = {}


def evaluate(
    weights: Union[Candidate, Sequence[Candidate]],
    config: PathLike = "quick",
    changes: _call.Changes = None,
    *,
    block: str = "train",
    threads: Optional[int] = None,
    **options: Optional[int],
) -> Any:
    """Plays weights by a configuration and returns wins, games, score, se and cost; a list of candidates gives a list.

    The first call for a configuration prepares it, later ones play at once and go on with the next openings; give
    `index` to play the same ones again.
    """
    key = (os.fspath(config), tuple(_call.changes(changes)), block, threads)
    if key not in _sessions:
        _sessions[key] = Evaluator(config, changes, block=block, threads=threads)
    try:
        return _sessions[key].evaluate(weights, **options)
    except KeyboardInterrupt:
        del _sessions[key]
        raise
