#!/usr/bin/env python3
"""Compares `isotune tune` with other optimizers on the real game, at equal numbers of games.

Every optimizer gets its games from `isotune evaluate`, in the opening block that tuning trains on. What it recommends
plays the final block, the same openings and chance for all. The table has the gain over the start weights in points of
the win rate, the mean over the seeds ± its standard error. On classic, where the final block is played whole, there
are two more tables: the mean over points around each outcome, on the final block and on longer openings, of which there
are many.

    cargo build --release
    pip install cma nevergrad optuna cmaes
    python3 benches/peers.py --preset hour --table       # what is missing, then the table
    python3 benches/peers.py --no-run                    # the table of what is there

Results are appended to benches/peers/results.jsonl, which is part of the project: the table grows over many nights;
the last line of a cell counts. The presets take about that long on a few cores: hour has 100,000 games on four
landscapes, 3 seeds and 5 peers; night 100,000 and 300,000 games, 5 seeds and all peers; weekend 1,000,000 games as
well. A finished cell (landscape, peer, budget, seed) is not played again, so the benchmark may be stopped at any time.
A cell of isotune's own holds for its search alone: it is marked with the digest of a short search, and played again
when that changes.

Peers: isotune, isotune-METHOD (as in 'optimizer=METHOD()'), pycma-POPULATIONxGAMES, pycma-POPULATIONxGAMES-directions
(the frozen weight moves as well, as in isotune's own search), nevergrad-OPTIMIZER, optuna-tpe, optuna-cma, random.
"""

import argparse
import csv
import functools
import hashlib
import importlib.util
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from statistics import mean, stdev

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "examples" / "python"))
from isotune_client import Client, program  # noqa: E402

LANDSCAPES = ["modern-nodes", "modern-effort", "classic", "python"]
PYCMA = ["pycma-300x28", "pycma-100x28", "pycma-50x140", "pycma-14x560", "pycma-300x28-directions"]
NEVERGRAD = ["nevergrad-TBPSA", "nevergrad-NaiveTBPSA", "nevergrad-CMA"]
OPTUNA = ["optuna-tpe", "optuna-cma"]
ALL = ["isotune", *PYCMA, *NEVERGRAD, *OPTUNA, "random"]
PRESETS = {
    "hour": {
        "landscapes": LANDSCAPES, "budgets": [100_000], "seeds": 3, "pairs": 2000,
        "peers": ["isotune", "pycma-300x28", "nevergrad-TBPSA", "optuna-cma", "random"],
    },
    "night": {"landscapes": LANDSCAPES, "budgets": [100_000, 300_000], "seeds": 5, "pairs": 2000, "peers": ALL},
    "weekend": {
        "landscapes": LANDSCAPES, "budgets": [100_000, 300_000, 1_000_000], "seeds": 5, "pairs": 2000, "peers": ALL,
    },
}
# The seed of the measurements on the final block, which no search uses.
FINAL_SEED = 1_000_003
# Where all openings of the final block are played, by agents without chance, a change of 1 % in the weights plays other
# games: the score of a point has a noise there that its standard error does not show. So this many points are measured
# around it, as far away as this share of the length of the weights.
POINTS, DISTANCE = 9, 0.01
# Such a block is small. What its openings add to the score of a place is shared by all outcomes that lie there, so no
# error over seeds shows it. The same points therefore play other openings as well, longer ones, since of these there are
# many: this many pairs each against every opponent, no two of them from the same opening. Here it is about 0.16 points.
LONGER_PLIES, LONGER_PAIRS = {2: 4}, 300


class Space:
    """The weights that an optimizer moves, in units of their first steps from the start."""

    def __init__(self, client, directions=False):
        frozen = [weight for weight in client.description["frozen"] if weight["step"]] if directions else []
        moved = client.description["weights"] + frozen
        self.names = [weight["name"] for weight in moved]
        self.start = [weight["start"] for weight in moved]
        self.steps = [weight["step"] for weight in moved]
        self.lower = [-1e9 if weight.get("lower") is None else weight["lower"] for weight in moved]
        self.upper = [1e9 if weight.get("upper") is None else weight["upper"] for weight in moved]

    def __len__(self):
        return len(self.names)

    def weights(self, point):
        """Returns the named weights of a point, clipped to their bounds."""
        moved = (s + d * float(x) for s, d, x in zip(self.start, self.steps, point))
        return {name: min(max(w, low), high)
                for name, w, low, high in zip(self.names, moved, self.lower, self.upper)}


def rounded(client, games):
    """Returns the nearest number of games that is a multiple of a round of all opponents."""
    return max(1, round(games / client.round)) * client.round


def run_pycma(name, client, budgets, seed):
    """CMA-ES; its recommendation is its mean."""
    import cma
    population, games, directions = re.fullmatch(r"pycma-(\d+)x(\d+)(-directions)?", name).groups()
    population, games = int(population), rounded(client, int(games))
    space = Space(client, bool(directions))
    settings = {"popsize": population, "seed": seed + 1, "verbose": -9, "tolfun": 0, "tolfunhist": 0, "tolx": 0,
                "tolflatfitness": 10**9, "tolstagnation": 10**9, "tolconditioncov": 10**14}
    search = cma.CMAEvolutionStrategy([0.0] * len(space), 1.0, settings)
    played = 0
    for budget in budgets:
        while played + population * games <= budget or played == 0:
            points = search.ask()
            search.tell(points, client.costs([space.weights(point) for point in points], games=games))
            played += population * games
        yield played, space.weights(search.result.xfavorite)


def run_nevergrad(name, client, budgets, seed):
    """One of nevergrad's optimizers, with its own recommendation."""
    import nevergrad as ng
    games, space, workers = rounded(client, 28), Space(client), 50
    parameters = ng.p.Array(init=[0.0] * len(space))
    parameters.random_state.seed(seed)
    totals = [max(1, budget // games) for budget in budgets]
    maker = ng.optimizers.registry[name.removeprefix("nevergrad-")]
    search = maker(parameters, budget=totals[-1], num_workers=min(workers, totals[0]))
    for total in totals:
        while search.num_tell < total:
            asked = [search.ask() for _ in range(min(workers, total - search.num_tell))]
            costs = client.costs([space.weights(candidate.value) for candidate in asked], games=games)
            for candidate, cost in zip(asked, costs):
                search.tell(candidate, cost)
        yield total * games, space.weights(search.provide_recommendation().value)


def run_optuna(name, client, budgets, seed):
    """Optuna: the best trial of TPE; of CMA-ES the mean of the last generation, which lies around the search's own."""
    import optuna
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    (budget,) = budgets
    space, population = Space(client), 50
    # Its time grows with the square of the trials: more games for each when there are many.
    games = rounded(client, max(28, budget / 4000 if name == "optuna-cma" else budget / 1500))
    if name == "optuna-cma":
        sampler = optuna.samplers.CmaEsSampler(seed=seed, popsize=population)
    else:
        sampler = optuna.samplers.TPESampler(seed=seed, multivariate=True, constant_liar=True)
    study = optuna.create_study(sampler=sampler)
    total, told = max(1, budget // games), 0
    while told < total:
        trials = [study.ask() for _ in range(min(population, total - told))]
        # A box of 4 steps around the start: Optuna has no unbounded weights.
        points = [[trial.suggest_float(each, -4.0, 4.0) for each in space.names] for trial in trials]
        for trial, cost in zip(trials, client.costs([space.weights(point) for point in points], games=games)):
            study.tell(trial, cost)
        told += len(trials)
    last = study.trials[-population:] if name == "optuna-cma" else [study.best_trial]
    point = [mean(trial.params[each] for trial in last) for each in space.names]
    yield total * games, space.weights(point)


def run_random(_, client, budgets, seed):
    """Points around the start, 280 games each; the best one is recommended."""
    chance, space, games, batch = random.Random(seed), Space(client), rounded(client, 280), 20
    played, best = 0, (math.inf, None)
    for budget in budgets:
        while played + games <= budget or played == 0:
            count = max(1, min(batch, (budget - played) // games))
            points = [[chance.gauss(0.0, 1.0) for _ in space.names] for _ in range(count)]
            costs = client.costs([space.weights(point) for point in points], games=games)
            best = min(best, *zip(costs, points), key=lambda scored: scored[0])
            played += count * games
        yield played, space.weights(best[1])


def check(config, settings):
    """Returns the plan of isotune's own search."""
    command = [program(), "check", config, "--json"]
    for setting in settings:
        command += ["--set", setting]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)


def history(name, config, budget, seed, more=()):
    """Returns the generations of isotune's own search, without measurements on the way and without finalists."""
    settings = [f"seed={seed}", "validation=(every: 1000000000, pairs: 2)", "finals=(select_pairs: 2, final_pairs: 2)",
                *more]
    if name != "isotune":
        settings.append(f"optimizer={name.removeprefix('isotune-')}()")
    # The budget pays for the games that decide which features are left out as well.
    plan = check(config, [*settings, f"total=Games({budget})"])
    total = int(budget * plan["search_games"] / (plan["search_games"] + plan["pruning_games"]))
    with tempfile.TemporaryDirectory() as folder:
        command = [program(), "tune", config, "--name", "run", "--runs", folder, "--json"]
        for setting in [*settings, f"total=Games({total})"]:
            command += ["--set", setting]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(Path(folder) / "run" / "history.csv", newline="") as file:
            return list(csv.DictReader(file))


def recommended(rows, config):
    """Returns what a search recommends: the average direction of its means over the last half of the generations, in
    units of the first steps, without the features that it has left out. The scale of each mean is that of its frozen
    weight, which may be near 0, so it takes no part."""
    with Client(config) as client:
        described = client.description["weights"] + client.description["frozen"]
    steps = {f"weight:{weight['name']}": weight["step"] for weight in described if weight["step"]}
    late = [{key: float(row[key]) for key in steps} for row in rows[len(rows) // 2:]]
    lengths = [math.hypot(*(row[key] / step for key, step in steps.items())) for row in late]
    return {key.removeprefix("weight:"):
            mean(row[key] / length for row, length in zip(late, lengths)) if late[-1][key] else 0.0 for key in steps}


@functools.cache
def search_of(peer, priced):
    """Returns what the results of isotune's own search hold for: the digest of the means of a short search and of what
    it recommends. Where features cost effort it is one that is long enough to leave some out."""
    config = str(ROOT / "benches" / "peers" / "classic.ron")
    rows = history(peer, config, 20_000, 0, ["budget=effort:200"]) if priced else history(peer, config, 3_000, 0)
    means = [[row[key] for key in row if key.startswith("weight:")] for row in rows]
    outcome = {key: round(weight, 9) for key, weight in recommended(rows, config).items()}
    return hashlib.sha256(json.dumps([means, outcome]).encode()).hexdigest()[:12]


def run_isotune(name, config, budget, seed):
    """isotune's own search; its other methods recommend their last mean."""
    rows = history(name, config, budget, seed)
    yield int(rows[-1]["games"]), recommended(rows if name == "isotune" else rows[-1:], config)


RUNNERS = {"pycma": run_pycma, "nevergrad": run_nevergrad, "optuna": run_optuna, "random": run_random}
PACKAGES = {"pycma": ["cma"], "nevergrad": ["nevergrad"], "optuna": ["optuna", "cmaes"]}
# Those whose search does not depend on the budget: a longer run passes through the shorter ones.
ANYTIME = re.compile("pycma-.*|nevergrad-(Naive)?TBPSA|random")


class Results:
    """The results so far, a JSON object per line; a line that was cut short is played again."""

    def __init__(self, path):
        self.path, self.lines = path, []
        if path.exists():
            for line in path.read_text().splitlines():
                try:
                    self.lines.append(json.loads(line))
                except json.JSONDecodeError:
                    pass

    @staticmethod
    def key(cell):
        return tuple(cell.get(part) for part in ("landscape", "config", "pairs", "peer", "search", "budget", "seed"))

    def has(self, cell):
        return self.find(cell) is not None

    def find(self, cell):
        """Returns the last line of a cell, if there is one."""
        return next((line for line in reversed(self.lines) if self.key(line) == self.key(cell)), None)

    def append(self, line):
        self.lines.append(line)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = self.path.read_bytes() if self.path.exists() else b""
        with open(self.path, "ab") as file:
            begin = b"" if not text or text.endswith(b"\n") else b"\n"
            file.write(begin + json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def around(weights, description):
    """Returns points around weights, in the same random directions for all, in units of the first steps.

    Weights of 0 stay so: a feature that is not used costs no effort.
    """
    described = description["weights"] + description["frozen"]
    full = {weight["name"]: weight["start"] for weight in described} | weights
    steps = {weight["name"]: weight["step"] for weight in described if weight["step"]}
    length = math.hypot(*(full[name] / step for name, step in steps.items()))
    chance, points = random.Random(FINAL_SEED), []
    for _ in range(POINTS):
        direction = {name: chance.gauss(0.0, 1.0) for name in steps}
        direction = {name: part for name, part in direction.items() if full[name]}
        distance = DISTANCE * length / math.hypot(*direction.values())
        points.append(full | {name: full[name] + distance * part * steps[name] for name, part in direction.items()})
    return points


def pooled(results):
    """Returns the mean score of points, with the standard error that their scores show."""
    scores = [result["score"] for result in results]
    return {"score": mean(scores), "se": stdev(scores) / math.sqrt(len(scores)),
            "games": sum(result["games"] for result in results)}


class Landscape:
    """A configuration, and the measurement of weights on its final block and on longer openings."""

    def __init__(self, name, pairs):
        self.name, self.path = name, str(ROOT / "benches" / "peers" / f"{name}.ron")
        self.config = hashlib.sha256(Path(self.path).read_bytes()).hexdigest()[:12]
        self.pairs = pairs

    @functools.cached_property
    def priced(self):
        """Whether features cost effort, so that isotune's own search may leave some out."""
        return check(self.path, [])["pruning_games"] > 0

    def cell(self, peer, budget, seed):
        search = search_of(peer, self.priced) if peer.startswith("isotune") else None
        return {"landscape": self.name, "config": self.config, "pairs": self.pairs, "peer": peer, "search": search,
                "budget": budget, "seed": seed}

    def client(self, seed):
        return Client(self.path, [f"seed={seed}"])

    @functools.cached_property
    def final(self):
        """The games of the final block."""
        return Client(self.path, [f"seed={FINAL_SEED}"], block="final")

    @functools.cached_property
    def longer(self):
        """The games of the final block of longer openings, for which `has_longer` holds."""
        plies = LONGER_PLIES[self.final.description["plies"]]
        return Client(self.path, [f"seed={FINAL_SEED}", f"plies={plies}"], block="final")

    @property
    def has_longer(self):
        """Whether the final block is played whole and there are longer openings."""
        return self.is_census and self.final.description["plies"] in LONGER_PLIES

    @property
    def is_census(self):
        """Whether the final block is played whole."""
        return self.final.description["openings"] <= self.pairs

    def measure_final(self, weights):
        pairs = min(self.pairs, self.final.description["openings"])
        (result,) = self.final.evaluate([weights], pairs=pairs, index=0)
        return {key: result[key] for key in ("score", "se", "games")}

    def measure_around(self, weights):
        return pooled([self.measure_final(point) for point in self.points(weights)])

    def measure_longer(self, weights):
        return pooled(self.longer.evaluate(self.points(weights), pairs=LONGER_PAIRS, index=0))

    def measures(self, weights):
        """Returns the functions that measure weights, by the key of what they return in a result."""
        functions = {"final": self.measure_final}
        if self.is_census and weights:
            functions["around"] = self.measure_around
        if self.has_longer:
            functions["longer"] = self.measure_longer
        return functions

    def points(self, weights):
        """Returns points around weights, but for the start weights themselves: gains are counted from their score, and
        their neighbours break ties that they leave to the order of moves."""
        return around(weights, self.final.description) if weights else [{}] * POINTS

    def measure(self, weights, known=()):
        """Returns the scores of weights, without those whose keys are `known`."""
        return {key: function(weights) for key, function in self.measures(weights).items() if key not in known}

    def close(self):
        for client in self.__dict__.keys() & {"final", "longer"}:
            getattr(self, client).close()


def searches(landscape, peer, budgets, seed, results):
    """Returns the searches that are missing, each with the budgets it passes through."""
    missing = [budget for budget in sorted(budgets) if not results.has(landscape.cell(peer, budget, seed))]
    return [missing] if missing and ANYTIME.fullmatch(peer) else [[budget] for budget in missing]


def play(landscape, peer, budgets, seed, results):
    """Runs a peer on a landscape for the budgets that are missing, and measures what it recommends."""
    family = peer.split("-")[0]
    for together in searches(landscape, peer, budgets, seed, results):
        started = time.monotonic()
        if family == "isotune":
            found = run_isotune(peer, landscape.path, together[0], seed)
            record(landscape, peer, together, seed, found, started, results)
        elif peer == "start":
            record(landscape, peer, together, seed, iter([(0, {})]), started, results)
        else:
            with landscape.client(seed) as client:
                found = RUNNERS[family](peer, client, together, seed)
                record(landscape, peer, together, seed, found, started, results)


def incomplete(landscape, peer, budgets, seed, results):
    """Returns the results that lack a measure."""
    lines = [results.find(landscape.cell(peer, budget, seed)) for budget in budgets]
    return [line for line in lines if line and landscape.measures(line["weights"]).keys() - line.keys()]


def complete(landscape, peer, budgets, seed, results):
    """Measures what the results of a peer lack."""
    for line in incomplete(landscape, peer, budgets, seed, results):
        results.append({**line, **landscape.measure(line["weights"], known=line)})


def record(landscape, peer, budgets, seed, found, started, results):
    for budget, (games, weights) in zip(budgets, found):
        seconds, measured = time.monotonic() - started, landscape.measure(weights)
        cell = landscape.cell(peer, budget, seed)
        results.append({**cell, "games": games, "seconds": round(seconds, 1), "weights": weights, **measured})
        print(f"{landscape.name} {peer} {budget:,} games, seed {seed}: {100 * measured['final']['score']:.2f} ± "
              f"{100 * measured['final']['se']:.2f} % ({seconds:.0f} s)", flush=True)


def table(landscapes, peers, budgets, seeds, results):
    """Prints a table in Markdown for every landscape, and of a census one more for every other measure."""
    titles = {
        "final": "gain in points ± standard error over seeds (seeds)",
        "around": f"the mean of {POINTS} points around each outcome",
        "longer": "the same points on longer openings",
    }
    for landscape in landscapes:
        score = {kind: {} for kind in titles}
        for line in results.lines:
            if Results.key(line) == Results.key(landscape.cell(line["peer"], line["budget"], line["seed"])):
                for kind in score.keys() & line.keys():
                    score[kind][line["peer"], line["budget"], line["seed"]] = 100 * line[kind]["score"]
        starts = {kind: score[kind].pop(("start", 0, 0), None) for kind in titles}
        # Around the start there is no other score on the final block than its own.
        starts["around"] = starts["final"]
        for kind, title in titles.items():
            if score[kind] and starts[kind] is not None:
                print(f"\n{landscape.name}: start weights {starts[kind]:.2f} %; {title}\n")
                print_gains(score[kind], starts[kind], peers, budgets, seeds)


def print_gains(score, start, peers, budgets, seeds):
    print("| peer | " + " | ".join(f"{budget:,} games" for budget in budgets) + " |")
    print("| --- |" + " ---: |" * len(budgets))
    for peer in peers:
        row = []
        for budget in budgets:
            gains = [score[peer, budget, seed] - start for seed in seeds if (peer, budget, seed) in score]
            error = f"{stdev(gains) / math.sqrt(len(gains)):.2f}" if len(gains) > 1 else "?"
            row.append(f"{mean(gains):+.2f} ± {error} ({len(gains)})" if gains else "")
        if any(row):
            print(f"| {peer} | " + " | ".join(row) + " |")


def known(peer):
    """Returns whether a peer exists."""
    return (re.fullmatch(r"isotune(-[A-Za-z]+)?|pycma-[1-9]\d*x[1-9]\d*(-directions)?|nevergrad-\w+|random", peer)
            or peer in OPTUNA)


def seed_range(text):
    """Reads a number of seeds, or the first and the last one."""
    parts = re.fullmatch(r"(?:(\d+)-)?(\d+)", text)
    first, last = parts.groups() if parts else (1, 0)
    seeds = range(int(last)) if first is None else range(int(first), int(last) + 1)
    if not seeds:
        raise argparse.ArgumentTypeError(f"'{text}' is neither a number of seeds nor a range such as 3-4")
    return seeds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", choices=PRESETS, default="hour",
                        help="what to run unless the options say otherwise")
    parser.add_argument("--landscapes", nargs="+", choices=LANDSCAPES, metavar="NAME", help=", ".join(LANDSCAPES))
    parser.add_argument("--peers", nargs="+", metavar="PEER")
    parser.add_argument("--budgets", nargs="+", type=int, metavar="GAMES")
    parser.add_argument("--seeds", type=seed_range, metavar="N", help="seeds 0 to N - 1, or A-B for seeds A to B")
    parser.add_argument("--pairs", type=int, metavar="N", help="pairs per opponent on the final block")
    parser.add_argument("--results", type=Path, default=ROOT / "benches" / "peers" / "results.jsonl", metavar="FILE")
    parser.add_argument("--table", action="store_true", help="print the table in the end")
    parser.add_argument("--no-run", action="store_true", help="print the table of what is there")
    options = parser.parse_args()
    preset = PRESETS[options.preset]
    peers = options.peers or preset["peers"]
    if unknown := [peer for peer in peers if not known(peer)]:
        parser.error(f"unknown peer '{unknown[0]}'; see --help")
    budgets, pairs = sorted(options.budgets or preset["budgets"]), options.pairs or preset["pairs"]
    seeds = options.seeds or range(preset["seeds"])
    landscapes = [Landscape(name, pairs) for name in options.landscapes or preset["landscapes"]]
    results = Results(options.results)
    warnings.filterwarnings("ignore", module="cma|nevergrad|optuna")
    if not options.no_run:
        missing = {peer for peer in peers for package in PACKAGES.get(peer.split("-")[0], [])
                   if importlib.util.find_spec(package) is None}
        for peer in sorted(missing):
            print(f"{peer} is left out: pip install {' '.join(PACKAGES[peer.split('-')[0]])}", file=sys.stderr)
        # Seed by seed, so that whatever is done by morning compares all peers.
        order = [(landscape, peer, budgets, seed, results) for seed in seeds for landscape in landscapes
                 for peer in peers if peer not in missing]
        ahead = [together for cell in order for together in searches(*cell)]
        starts = [(landscape, "start", [0], 0, results) for landscape in landscapes]
        older = sum(len(incomplete(*cell)) for cell in starts + order)
        print(f"{sum(map(len, ahead))} cells to play, {sum(map(max, ahead)):,} games and their measurements; "
              f"{older} older outcomes to measure", flush=True)
        for cell in starts + order:
            complete(*cell)
            play(*cell)
        for landscape in landscapes:
            landscape.close()
    if options.table or options.no_run:
        table(landscapes, peers, budgets, seeds, results)


if __name__ == "__main__":
    main()
