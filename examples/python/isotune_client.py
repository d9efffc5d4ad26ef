"""A client of `isotune evaluate`: weights in, wins out. Standard library only.

    with Client("quick") as client:
        results = client.evaluate([client.start])
        print(results[0]["wins"], "of", results[0]["games"])

`docs/evaluate.md` describes the protocol.
"""

import argparse
import json
import os
import shutil
import subprocess
from pathlib import Path


class IsotuneError(Exception):
    """isotune refused a line, or ended."""


def program():
    """Returns the program: $ISOTUNE, `isotune` on the path, or the release build of this repository."""
    built = Path(__file__).resolve().parents[2] / "target" / "release" / "isotune"
    return os.environ.get("ISOTUNE") or shutil.which("isotune") or str(built)


class Client:
    """A running `isotune evaluate`.

    `settings` are changes to the configuration, such as "seed=7". Weights are lists in the order of `names`, or dicts
    by name. `start`, `steps`, `lower` and `upper` are lists in the same order; bounds are None where there are none.
    """

    def __init__(self, config, settings=(), block="train", threads=None):
        command = [program(), "evaluate", config, "--block", block]
        for setting in settings:
            command += ["--set", setting]
        if threads:
            command += ["--threads", str(threads)]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            raise IsotuneError(f"cannot start {command[0]}: {error.strerror}; install isotune or set ISOTUNE") from error
        self.description = self.ask(describe=True)
        weights = self.description["weights"]
        self.names, self.start, self.steps, self.lower, self.upper = (
            [weight[key] for weight in weights] for key in ("name", "start", "step", "lower", "upper")
        )
        # The games of a candidate unless others are asked for, and the smallest number there can be.
        self.games = self.description["games"]
        self.round = 2 * len(self.description["opponents"])

    def ask(self, **request):
        """Sends a line and returns the answer."""
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # It has ended; the missing answer says so.
        line = self._process.stdout.readline()
        if not line:
            raise IsotuneError(f"isotune ended with code {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise IsotuneError(answer["error"])
        return answer

    def evaluate(self, candidates, **options):
        """Plays candidates in parallel and returns their results; options are pairs, games, seed, generation, index."""
        candidates = [weights if isinstance(weights, dict) else [float(w) for w in weights] for weights in candidates]
        return self.ask(candidates=candidates, **options)["results"]

    def costs(self, candidates, **options):
        """Plays candidates and returns what an optimizer minimizes, 1 minus the win rate by default."""
        return [result["cost"] for result in self.evaluate(candidates, **options)]

    def box(self, steps):
        """Returns bounds for optimizers that need some: this many steps around the start, within the weights' own."""
        lower = [s - steps * d if low is None else max(low, s - steps * d)
                 for s, d, low in zip(self.start, self.steps, self.lower)]
        upper = [s + steps * d if high is None else min(high, s + steps * d)
                 for s, d, high in zip(self.start, self.steps, self.upper)]
        return lower, upper

    def close(self):
        """Ends the program."""
        self._process.stdin.close()
        self._process.stdout.close()
        return self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def arguments(description, games, **choices):
    """Reads the arguments that all examples share; `games` is the default of a candidate. More arguments are given by
    their choices, of which the first is the default."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("config", nargs="?", default="quick", help="a configuration of isotune, by name or file")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change a field of it")
    parser.add_argument("--total", type=int, default=100_000, help="games of the search")
    parser.add_argument("--games", type=int, default=games, help="games of a candidate")
    parser.add_argument("--final-pairs", type=int, default=400, help="pairs of the last measurement, per opponent")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the search and of the games")
    for name, values in choices.items():
        parser.add_argument(f"--{name}", choices=values, default=values[0])
    options = parser.parse_args()
    options.set.append(f"seed={options.seed}")
    return options


def report(options, weights):
    """Measures the start and the weights found on openings that the search has not seen, the same for both."""
    with Client(options.config, options.set, block="final") as client:
        pairs = min(options.final_pairs, client.description["openings"])
        start, found = (
            client.evaluate([candidate], pairs=pairs, index=0)[0] for candidate in (client.start, weights)
        )
        for name, weight in zip(client.names, weights):
            print(f"{name:<28} {weight:9.4f}")
        for name, result in (("start", start), ("found", found)):
            # Of a census, or of pairs that all ended alike, there is no error to tell.
            error = f" ± {196 * result['se']:.2f} % (95 %)" if result["se"] else " %"
            print(f"{name}: {100 * result['score']:.2f}{error} of {result['games']} games on the final block")
