"""Stand-ins for the two boards of Udacity's AIND-Isolation, with their interface and the same work for the same answer.

Modern keeps one flat list: the cells (row + column * height; 0 blank, 1 blocked), the side to move, player 2's cell,
player 1's cell. It shuffles the moves that it lists. Classic keeps a list of rows, has nothing but the public
methods, and lists moves in a fixed order.
"""

import random

JUMPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


class Modern:
    BLANK = 0
    NOT_MOVED = None

    def __init__(self, player_1, player_2, width=7, height=7):
        self.width = width
        self.height = height
        self.move_count = 0
        self._player_1 = player_1
        self._player_2 = player_2
        self._active_player = player_1
        self._inactive_player = player_2
        self._board_state = [Modern.BLANK] * (width * height + 3)
        self._board_state[-1] = Modern.NOT_MOVED
        self._board_state[-2] = Modern.NOT_MOVED

    @property
    def active_player(self):
        return self._active_player

    @property
    def inactive_player(self):
        return self._inactive_player

    def get_opponent(self, player):
        if player == self._active_player:
            return self._inactive_player
        if player == self._inactive_player:
            return self._active_player
        raise RuntimeError("this player does not take part")

    def get_player_location(self, player):
        if player == self._player_1:
            cell = self._board_state[-1]
        elif player == self._player_2:
            cell = self._board_state[-2]
        else:
            raise RuntimeError("this player does not take part")
        if cell == Modern.NOT_MOVED:
            return Modern.NOT_MOVED
        return cell % self.height, cell // self.height

    def move_is_legal(self, move):
        row, column = move
        return (
            0 <= row < self.height
            and 0 <= column < self.width
            and self._board_state[row + column * self.height] == Modern.BLANK
        )

    def get_blank_spaces(self):
        return [
            (row, column)
            for column in range(self.width)
            for row in range(self.height)
            if self._board_state[row + column * self.height] == Modern.BLANK
        ]

    def get_legal_moves(self, player=None):
        if player is None:
            player = self.active_player
        location = self.get_player_location(player)
        if location == Modern.NOT_MOVED:
            return self.get_blank_spaces()
        row, column = location
        targets = [(row + down, column + right) for down, right in JUMPS]
        moves = [target for target in targets if self.move_is_legal(target)]
        random.shuffle(moves)
        return moves

    def apply_move(self, move):
        row, column = move
        cell = row + column * self.height
        self._board_state[cell] = 1
        self._board_state[-1 if self._active_player == self._player_1 else -2] = cell
        self._board_state[-3] ^= 1
        self._active_player, self._inactive_player = self._inactive_player, self._active_player
        self.move_count += 1

    def is_loser(self, player):
        return player == self._active_player and not self.get_legal_moves(self._active_player)

    def is_winner(self, player):
        return player == self._inactive_player and not self.get_legal_moves(self._active_player)


class Classic:
    def __init__(self, player_1, player_2, width=7, height=7):
        self.width = width
        self.height = height
        self.move_count = 0
        self.active_player = player_1
        self.inactive_player = player_2
        self.rows = [[0] * width for _ in range(height)]
        self.locations = {player_1: None, player_2: None}

    def get_opponent(self, player):
        return self.inactive_player if player == self.active_player else self.active_player

    def get_player_location(self, player):
        return self.locations[player]

    def get_blank_spaces(self):
        cells = [(row, column) for column in range(self.width) for row in range(self.height)]
        return [(row, column) for row, column in cells if not self.rows[row][column]]

    def get_legal_moves(self, player=None):
        blank = self.get_blank_spaces()
        location = self.locations[self.active_player if player is None else player]
        if location is None:
            return blank
        targets = [(location[0] + down, location[1] + right) for down, right in JUMPS]
        return [target for target in targets if target in blank]

    def apply_move(self, move):
        row, column = move
        self.rows[row][column] = 1
        self.locations[self.active_player] = (row, column)
        self.active_player, self.inactive_player = self.inactive_player, self.active_player
        self.move_count += 1

    def is_loser(self, player):
        return player == self.active_player and not self.get_legal_moves(player)

    def is_winner(self, player):
        return player == self.inactive_player and not self.get_legal_moves(self.active_player)


def improved(game, player):
    """The reference's `improved`, move by move the same work."""
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    own = len(game.get_legal_moves(player))
    opponent = len(game.get_legal_moves(game.get_opponent(player)))
    return float(own - opponent)
