"""Runs: started, continued and read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Optional, Union

from isotune import _call, _frames
from isotune._weights import Weights

PathLike = Union[str, "os.PathLike[str]"]


class Run:
    """A run on disk, by its name below the folder of runs or by its own path."""

    def __init__(self, run: PathLike, runs: PathLike = "checkpoints") -> None:
        self._run = os.fspath(run)
        self._runs = os.fspath(runs)
        self.best: dict[str, Any] = _call.record(["best", self._run, f"--runs={self._runs}"])
        """The best weights and what was measured of them, as `isotune best --json` prints it."""
        below = Path(self._runs, self._run)
        self.folder = below if below.is_dir() else Path(self._run)

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def weights(self) -> Weights:
        """The best weights."""
        return Weights.read(self._run, self._runs)

    def history(self, kind: Optional[str] = None) -> Any:
        """A row for each generation, as a frame of pandas, else of polars, else a list of dictionaries."""
        return _frames.frame(self.folder / "history.csv", kind)

    def candidates(self, kind: Optional[str] = None) -> Any:
        """A row for each candidate, if the run was started with `Tuner(…, candidates=True)`."""
        path = self.folder / "candidates.csv"
        if not path.exists():
            raise FileNotFoundError(f"{path} does not exist; start the run with Tuner(…, candidates=True)")
        return _frames.frame(path, kind)

    def verify(self, **options: Any) -> dict[str, Any]:
        """Plays the best weights on held-out openings, as `isotune verify --json`."""
        return _call.record(["verify", self._run, f"--runs={self._runs}", *_call.options(options)])

    def ablate(self, **options: Any) -> dict[str, Any]:
        """Measures what each feature contributes, as `isotune ablate --json`."""
        return _call.record(["ablate", self._run, f"--runs={self._runs}", *_call.options(options)])

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r})"


def load(run: PathLike, runs: PathLike = "checkpoints") -> Run:
    """Reads a run: `load("quick")`, or `load("folder/of/run")`."""
    return Run(run, runs)


class Tuner:
    """Tunes weights by a configuration: one of `isotune`'s own by name, or a file.

    The same configuration and seed give the same bytes as the command `isotune tune`. `changes` are what `--set` takes: a
    dictionary, or texts such as "seed=7".
    """

    def __init__(
        self,
        config: PathLike = "quick",
        changes: _call.Changes = None,
        *,
        name: Optional[str] = None,
        runs: PathLike = "checkpoints",
        threads: Optional[int] = None,
        candidates: bool = False,
    ) -> None:
        self._config = os.fspath(config)
        self._changes = _call.changes(changes)
        self._name = name
        self._runs = os.fspath(runs)
        self._threads = threads
        self._candidates = candidates
        self._last: Optional[str] = None

    def plan(self) -> dict[str, Any]:
        """Returns the plan, with the time it is going to take, as `isotune check --json`."""
        return _call.record(["check", self._config, *self._changes, *_call.options({"threads": self._threads})])

    def run(self, callback: Optional[_call.Callback] = None, *, time: Optional[str] = None, progress: Optional[bool] = None) -> Run:
        """Starts a new run, and returns it when it has a verdict.

        `callback` is told every event as a dictionary; `event["event"]` is plan, stage, generation, holdout, verdict or
        stopped. Ctrl-C, or an exception of the callback, stops the run and loses nothing:
        :meth:`resume` continues it. `time` limits it, such as "2h".
        """
        arguments = ["tune", self._config, *self._changes, f"--runs={self._runs}"]
        arguments += _call.options({"name": self._name, "for": time})
        os.makedirs(self._runs, exist_ok=True)
        draft = Path(self._runs, f"candidates-{os.getpid()}.csv.part")
        return self._work(arguments, callback, progress, draft if self._candidates else None)

    def resume(self, callback: Optional[_call.Callback] = None, *, time: Optional[str] = None, progress: Optional[bool] = None) -> Run:
        """Continues the run of this name exactly where it stopped."""
        name = self._name or self._last or Path(self._config).stem
        table = Path(self._runs, name, "candidates.csv") if self._candidates else None
        arguments = ["resume", name, f"--runs={self._runs}", *_call.options({"for": time})]
        return self._work(arguments, callback, progress, table)

    def _work(self, arguments: list[str], callback: Optional[_call.Callback], progress: Optional[bool], table: Optional[Path]) -> Run:
        folder: list[str] = []

        def listen(event: _call.Event) -> None:
            if event["event"] in ("verdict", "stopped"):
                folder.append(event["folder"])
                self._last = event["name"]
            if callback is not None:
                callback(event)

        arguments += ["--events=-", *_call.options({"threads": self._threads, "candidates": table})]
        try:
            record = _call.record(arguments, listen, progress)
        finally:
            if table is not None and table.exists() and folder and table.name.endswith(".part"):
                table.replace(Path(folder[0], "candidates.csv"))
        return Run(record["folder"], self._runs)
