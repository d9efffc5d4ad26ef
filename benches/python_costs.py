#!/usr/bin/env python3
"""Measures the cost profile `python`: what a call of exported code costs, in units of the reference's search node.

    cargo build --release
    python3 benches/python_costs.py > configs/costs/python.ron

prints the profile, and on standard error how well its prices add up to the costs of whole sets. The unit is the node of
the reference without its heuristic, 4.0 µs where its `improved` takes 11.2 µs (CPython 3.11): every cost is measured
relative to a stand-in for `improved` that does the same work in the same run, so that a busy machine changes little.
Prices are the non-negative least-squares fit, by relative error, to all sets measured.

Ends with 1 when own and opponent's moves cost more than 0.2 of `improved`, or more than 0.35 with all rings, or when the
prices of a whole set are more than 15 % off.
"""

import importlib.util
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "python"))
sys.dont_write_bytecode = True
from board import Modern, improved  # noqa: E402

IMPROVED_IN_NODES = 11.2 / 4.0
ROUNDS = 40
POSITIONS = 200

MOVES = ["own-moves", "opponent-moves"]
RINGS = ["{}-ring-{}".format(who, ring) for who in ("own", "opponent") for ring in range(1, 6)]

# What features cost beyond their ingredients, where they do.
EXTRAS = [
    "moves-share", "moves-balance", "moves-ratio", "to-move-own-moves", "to-move-opponent-moves", "moves-per-blank",
    "polosin-balance", "early-centrality", "own-moves-centre", "opponent-moves-centre", "own-lookahead-mean",
    "own-reach-two", "opponent-lookahead-mean", "opponent-reach-two", "common-moves",
]  # fmt: skip


def positions():
    """Unfinished positions of random games up to where searches see the end, as both players see them."""
    found = []
    while len(found) < POSITIONS:
        players = object(), object()
        game = Modern(*players)
        plies = random.randrange(2, 22)
        while game.move_count < plies and game.get_legal_moves():
            game.apply_move(random.choice(game.get_legal_moves()))
        if game.get_legal_moves():
            found.extend((game, player) for player in players)
    return found


def export(program, folder, name, features, tapered):
    """Exports a set of features and loads the module."""
    weight = {"early": 0.75, "late": 0.5} if tapered else 0.75
    path = pathlib.Path(folder) / "weights.json"
    path.write_text(json.dumps({"name": name, "weights": {feature: weight for feature in features}}))
    command = [program, "export", str(path), "--format", "python"]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("exported", None))
    exec(compile(text, name, "exec"), module.__dict__)
    return module.custom_score


def measure(scorers):
    """The fastest of many rounds for each scorer, all in turns, in microseconds; the bare loop is taken off."""
    where = positions()
    best = [float("inf")] * len(scorers)
    loop = float("inf")
    for _ in range(ROUNDS):
        loop = min(loop, seconds_of(None, where))
        for index, score in enumerate(scorers):
            # A search meets the same cells again and again, so the tables are as near as its first round brings them.
            for game, player in where:
                score(game, player)
            best[index] = min(best[index], seconds_of(score, where))
    return [1e6 * (seconds - loop) / len(where) for seconds in best]


def seconds_of(score, where):
    begin = time.perf_counter()
    if score is None:
        for game, player in where:
            pass
    else:
        for game, player in where:
            score(game, player)
    return time.perf_counter() - begin


def sets(features):
    """Every feature alone, whole sets that somebody may tune, and random ones: name, features, tapered."""
    alone = [(name, [name], False) for name in features]
    lookahead = ["own-lookahead-mean", "opponent-lookahead-mean"]
    reach = ["own-reach-two", "opponent-reach-two"]
    space = ["own-open-space", "opponent-open-space"]
    territory = ["own-territory", "opponent-territory"]
    centre = ["own-centre-distance", "opponent-centre-distance", "opponent-distance"]
    whole = [
        ("moves", MOVES),
        ("moves, rings", MOVES + RINGS),
        ("moves, to move, rings", MOVES + RINGS + ["to-move", "to-move-own-moves", "to-move-opponent-moves"]),
        ("moves, centre", MOVES + centre),
        ("moves, centre, rings", MOVES + centre + RINGS),
        ("moves, open space", MOVES + space),
        ("moves, rings, open space", MOVES + RINGS + space),
        ("moves, look-ahead", MOVES + lookahead),
        ("moves, rings, look-ahead", MOVES + RINGS + lookahead),
        ("moves, territory", MOVES + territory),
        ("moves, look-ahead, territory", MOVES + lookahead + territory),
        ("moves, rings, look-ahead, reach", MOVES + RINGS + lookahead + reach),
        ("moves, rings, space, look-ahead, reach", MOVES + RINGS + space + lookahead + reach),
        ("all features", list(features)),
    ]
    whole = [(name, chosen, False) for name, chosen in whole] + [
        ("moves, rings, tapered", MOVES + RINGS, True),
        ("moves, rings, look-ahead, tapered", MOVES + RINGS + lookahead, True),
        ("all features, tapered", list(features), True),
    ]
    others = []
    for index in range(90):
        rings = random.sample(RINGS, random.randrange(2, 11)) if index % 4 else []
        chosen = set(MOVES + rings + random.sample(features, random.randrange(0, 10)))
        others.append(("random {}".format(index), [name for name in features if name in chosen], index % 6 == 1))
    return alone, whole, others


def parts_of(listing, chosen, tapered):
    """The prices that a set pays: the call, each ingredient once, features' own."""
    ingredients = {part for name in chosen for part in listing[name]["ingredients"]}
    paid = ["call"] + sorted(ingredients) + [name + " itself" for name in chosen if name in EXTRAS]
    return paid + ["phase"] * tapered


def fit(rows, costs):
    """Non-negative least squares of the relative error, by coordinate descent."""
    names = sorted({name for row in rows for name in row})
    prices = dict.fromkeys(names, 0.0)
    members = {name: [index for index, row in enumerate(rows) if name in row] for name in names}
    errors = [-1.0] * len(rows)
    for _ in range(4000):
        for name in names:
            inside = members[name]
            slope = sum(errors[index] / costs[index] for index in inside)
            curve = sum(1.0 / costs[index] ** 2 for index in inside)
            price = max(0.0, prices[name] - slope / curve)
            for index in inside:
                errors[index] += (price - prices[name]) / costs[index]
            prices[name] = price
    return prices


def main():
    random.seed(3)
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target" / "release" / "isotune")
    listing = subprocess.run([program, "heuristics", "--json"], check=True, stdout=subprocess.PIPE).stdout
    listing = {feature["name"]: feature for feature in json.loads(listing.decode())["features"]}
    alone, whole, others = sets(list(listing))
    every = [("null", [], False)] + alone + whole + others
    with tempfile.TemporaryDirectory() as folder:
        scorers = [export(program, folder, *one) for one in every]
    times = measure([improved] + scorers)
    reference, times = times[0], times[1:]
    costs = [IMPROVED_IN_NODES * one / reference for one in times]
    # A set that may be tuned counts more than a feature that is never used alone.
    weights = [1 if one in alone else 24 if one in whole else 2 for one in every]
    rows = [parts_of(listing, chosen, tapered) for _, chosen, tapered in every]
    prices = fit(
        [row for row, weight in zip(rows, weights) for _ in range(weight)],
        [cost for cost, weight in zip(costs, weights) for _ in range(weight)],
    )
    prices = {name: round(price, 3) for name, price in prices.items()}
    print_profile(prices)
    sys.exit(not report(every, whole, rows, prices, costs, times, reference))


def print_profile(prices):
    version = "{}.{}".format(*sys.version_info)
    print("// What a call of exported Python costs, in units of the reference's search node without its heuristic (4.0 µs).")
    print("// A move of 150 ms leaves the search 140 ms, 35,000 such units. Made by: python3 benches/python_costs.py")
    print('(\n    name: "python",')
    print('    about: "isotune\'s own Python exports, CPython {}, node 4.0 µs",'.format(version))
    print("    // What any call costs: reading the board, and the test whether the game is over.")
    print("    call: {:.3f},\n    ingredients: {{".format(prices["call"]))
    ingredients = (
        "own-moves opponent-moves own-cell opponent-cell blank-scan own-areas opponent-areas own-lookahead "
        "opponent-lookahead own-targets opponent-targets own-rings opponent-rings territory side-to-move phase"
    )
    for name in ingredients.split():
        print('        "{}": {:.3f},'.format(name, prices.get(name, 0.0)))
    print("    },\n    // What features cost beyond their ingredients.\n    features: {")
    for name in EXTRAS:
        print('        "{}": {:.3f},'.format(name, prices[name + " itself"]))
    print("    },\n    // Report 003's look-ahead scores cannot be exported: what the reference's own code costs.")
    print("    lookahead: (\n        own: 6.9,\n        opponent: 6.9,\n        both: 11.0,\n    ),\n)")


def report(every, whole, rows, prices, costs, times, reference):
    """Shows the whole sets beside their prices; returns whether all limits are kept."""

    def show(*columns):
        print("| {:<40} | {:>7} | {:>11} | {:>7} | {:>7} | {:>6} |".format(*columns), file=sys.stderr)

    show("set", "µs", "of improved", "nodes", "prices", "off")
    show("improved (the reference's work)", "{:.2f}".format(reference), "1.000", "2.800", "", "")
    good = True
    worst = []
    for one, row, cost, microseconds in zip(every, rows, costs, times):
        priced = sum(prices[name] for name in row)
        off = priced / cost - 1
        worst.append((abs(off), one[0]))
        if one in whole:
            figures = [microseconds, microseconds / reference, cost, priced]
            show(one[0], *map("{:.2f} {:.3f} {:.3f} {:.3f}".format(*figures).split().__getitem__, range(4)),
                 "{:+.0f} %".format(100 * off))
            good = good and abs(off) <= 0.15
            bar = {"moves": 0.2, "moves, rings": 0.35}.get(one[0], 1.0)
            good = good and microseconds / reference <= bar
    worst.sort(reverse=True)
    within = sum(off <= 0.15 for off, _ in worst)
    print("{} of {} sets within 15 %; farthest off:".format(within, len(worst)), file=sys.stderr)
    print(", ".join("{} {:.0f} %".format(name, 100 * off) for off, name in worst[:8]), file=sys.stderr)
    return good


if __name__ == "__main__":
    main()
