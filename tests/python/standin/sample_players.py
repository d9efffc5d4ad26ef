"""The stand-in's baseline heuristics and the random player, for both versions."""

import random

from board import improved as improved_score


def ended(game, player):
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    return None


def null_score(game, player):
    end = ended(game, player)
    return 0.0 if end is None else end


def open_move_score(game, player):
    end = ended(game, player)
    return float(len(game.get_legal_moves(player))) if end is None else end


def center_score(game, player):
    end = ended(game, player)
    if end is not None:
        return end
    row, column = game.get_player_location(player)
    return float((game.height / 2.0 - row) ** 2 + (game.width / 2.0 - column) ** 2)


class RandomPlayer:
    def get_move(self, game, *_rest):
        moves = game.get_legal_moves()
        return random.choice(moves) if moves else (-1, -1)
