"""isotune for Python: tunes the weights of a linear heuristic for knight Isolation by self-play.

>>> import isotune
>>> run = isotune.Tuner("quick").run()          # doctest: +SKIP
>>> isotune.compare(run.folder, "improved")     # doctest: +SKIP

Functions that play return the object that the command prints with --json, and take its options as keyword arguments:
`isotune tournament open --matches 400` is `tournament("open", matches=400)`. What isotune refuses is an `IsotuneError` with the
command's sentence. Long work releases the interpreter and ends with Ctrl-C.
"""

from __future__ import annotations

from isotune import _processor

_processor.check()

import os
from collections.abc import Callable
from typing import Any, Optional, Union

from isotune import _call
from isotune._evaluate import Evaluator, evaluate
from isotune._heuristic import Functions, Position, from_udacity
from isotune._native import IsotuneError, __version__
from isotune._runs import Run, Tuner, load
from isotune._weights import Weights

__all__ = [
    "Evaluator",
    "IsotuneError",
    "Position",
    "Run",
    "Tuner",
    "Weights",
    "__version__",
    "ablate",
    "compare",
    "evaluate",
    "from_udacity",
    "grade",
    "heuristics",
    "load",
    "play",
    "published",
    "solve",
    "tournament",
    "udacity",
    "verify",
]

Agent = Union[str, "os.PathLike[str]", Callable[[Position], float]]
"""What plays: a text as the command takes it, a file, or a function that scores positions."""
Progress = Optional[bool]


def _verb(verb: str, given: tuple[Any, ...], progress: Progress, options: dict[str, Any]) -> dict[str, Any]:
    functions = Functions()
    names = [os.fspath(functions.agent(one)) for one in given]
    return _call.record([verb, *_call.options(options), "--", *names], progress=progress, heuristics=functions.registered)


def tournament(*agents: Agent, progress: Progress = None, **options: Any) -> dict[str, Any]:
    """Udacity's tournament for any agents, with error bars: `tournament("open", matches=400)`.

    An agent may be a function of yours, `def mine(position): return len(position.own_moves)`; give a small `budget` then, such
    as "nodes:100", as a function is far slower than a weighted sum.
    """
    return _verb("tournament", agents, progress, options)


def compare(a: Agent, b: Agent, *, progress: Progress = None, **options: Any) -> dict[str, Any]:
    """Two agents head to head: `compare("mine.ron", "improved", pairs=500)`."""
    return _verb("compare", (a, b), progress, options)


def play(first: Agent, second: Agent, **options: Any) -> dict[str, Any]:
    """One game between two agents: `play("improved", "random", seed=7)`."""
    return _verb("play", (first, second), False, options)


def solve(moves: str = "", *, progress: Progress = None, **options: Any) -> dict[str, Any]:
    """Exact play: who wins after some moves, and by which: `solve("3,3 0,0")`."""
    return _verb("solve", (moves,) if moves else (), progress, options)


def grade(*agents: Agent, progress: Progress = None, **options: Any) -> dict[str, Any]:
    """How many won positions agents keep, by exact play: `grade("mine.ron", only=True)`."""
    return _verb("grade", agents, progress, options)


def verify(source: Agent, *, progress: Progress = None, **options: Any) -> dict[str, Any]:
    """Weights on held-out openings: `verify("quick", pairs=1000)`."""
    return _verb("verify", (source,), progress, options)


def ablate(source: Agent, *, progress: Progress = None, **options: Any) -> dict[str, Any]:
    """What each feature contributes: `ablate("quick")`."""
    return _verb("ablate", (source,), progress, options)


def published(*, progress: Progress = None, **options: Any) -> dict[str, Any]:
    """The tables of the published reports, played again."""
    return _verb("published", (), progress, options)


def heuristics(*names: str, **options: Any) -> dict[str, Any]:
    """The catalogue of heuristics and features."""
    return _verb("heuristics", names, False, options)


def udacity(folder: Agent, *sources: Agent, progress: Progress = None, **options: Any) -> dict[str, Any]:
    """Heuristics for a checkout of AIND-Isolation, and its own tournament: `udacity(folder, "quick", tournament=10)`."""
    return _verb("udacity", (folder, *sources), progress, options)
