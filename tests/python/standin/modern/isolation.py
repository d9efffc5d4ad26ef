"""The stand-in's modern board with what a search needs."""

from board import Modern


class Board(Modern):
    def copy(self):
        other = Board(self._player_1, self._player_2, self.width, self.height)
        other.move_count = self.move_count
        other._active_player = self._active_player
        other._inactive_player = self._inactive_player
        other._board_state = self._board_state[:]
        return other

    def forecast_move(self, move):
        other = self.copy()
        other.apply_move(move)
        return other
