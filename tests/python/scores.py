"""Prints the scores of exported modules, for the tests to compare.

Reads one JSON object from standard input: {"games": {"7x7": [[[row, column], …], …]}, "modules": [[path, "7x7", stride],
…]}. Prints one line for each module: its NAME as JSON, then the scores of both players after each game, of every
stride-th one. Complains when a classic board or the end of a game is scored differently from a modern board.
"""

import ast
import importlib.util
import json
import sys

from board import Classic, Modern


def load(path):
    """Loads a module that Python 3.6 could have read, and that is alone in what it imports."""
    with open(path, "rb") as file:
        tree = ast.parse(file.read(), path, feature_version=(3, 6))
    imports = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    if not imports <= {"itertools", "math", "operator"} or any(isinstance(node, ast.Import) for node in ast.walk(tree)):
        sys.exit("{} imports {}".format(path, imports))
    spec = importlib.util.spec_from_file_location("exported", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def play(board, moves, size):
    players = object(), object()
    game = board(*players, *size)
    for move in moves:
        game.apply_move(move)
    return game, players


def main():
    sys.dont_write_bytecode = True
    order = json.load(sys.stdin)
    boards = {}
    for name, games in order["games"].items():
        size = tuple(int(side) for side in name.split("x"))
        boards[name] = [(play(Modern, moves, size), play(Classic, moves, size)) for moves in games]
    for path, name, stride in order["modules"]:
        module = load(path)
        score = module.custom_score
        scores = []
        for index, ((game, players), (classic, others)) in enumerate(boards[name][::stride]):
            for player, other in zip(players, others):
                scores.append(score(game, player))
                if index % 7 == 0 and score(classic, other) != scores[-1]:
                    sys.exit("{} scores the classic board differently at {}".format(path, index))
                lost, won = game.is_loser(player), game.is_winner(player)
                if (lost and scores[-1] != float("-inf")) or (won and scores[-1] != float("inf")):
                    sys.exit("{} has missed the end of game {}".format(path, index))
                if type(scores[-1]) is not float:
                    sys.exit("{} gives no float: {!r}".format(path, scores[-1]))
        print(json.dumps(module.NAME), *map(repr, scores), sep="\t")


main()
