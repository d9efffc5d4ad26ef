"""The stand-in's tournament: its baseline and its custom_score against the seven opponents of Udacity's modern one.

Usage: tournament.py FOLDER MATCHES MILLISECONDS. Time is the time of this process.
"""

import os
import random
import sys
import time

sys.path.insert(0, os.path.abspath(sys.argv[1]))
matches, limit = int(sys.argv[2]), float(sys.argv[3])

from game_agent import AlphaBetaPlayer, MinimaxPlayer, custom_score
from isolation import Board
from sample_players import RandomPlayer, center_score, improved_score, open_move_score


def play(first, second, opening):
    """Returns the winner, and whether the other one forfeited."""
    board = Board(first, second)
    for move in opening:
        board.apply_move(move)
    while True:
        mover, other = board.active_player, board.inactive_player
        legal = board.get_legal_moves()
        if not legal:
            return other, False
        start = time.process_time()
        left = lambda: limit - 1000 * (time.process_time() - start)
        move = mover.get_move(board.copy(), left)
        if left() < 0 or move not in legal:
            return other, True
        board.apply_move(move)


random.seed(0)
opponents = {"Random": RandomPlayer()}
for name, score in [("Open", open_move_score), ("Center", center_score), ("Improved", improved_score)]:
    opponents["MM_" + name] = MinimaxPlayer(score_fn=score)
for name, score in [("Open", open_move_score), ("Center", center_score), ("Improved", improved_score)]:
    opponents["AB_" + name] = AlphaBetaPlayer(score_fn=score)
agents = {"AB_Improved": AlphaBetaPlayer(score_fn=improved_score), "AB_Custom": AlphaBetaPlayer(score_fn=custom_score)}
cells = [(row, column) for row in range(7) for column in range(7)]
forfeits = 0
for name, agent in agents.items():
    wins = 0
    for opponent in opponents.values():
        for _ in range(matches):
            opening = random.sample(cells, 2)
            for players in [(agent, opponent), (opponent, agent)]:
                winner, forfeit = play(*players, opening)
                wins += winner is agent
                forfeits += forfeit
    print("{:<12} {:5.1f}%".format(name, 100.0 * wins / (2 * matches * len(opponents))))
print(forfeits, "forfeits")
