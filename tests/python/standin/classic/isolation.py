"""The stand-in's classic board with what a search needs."""

from board import Classic


class Board(Classic):
    def copy(self):
        other = Board(self.active_player, self.inactive_player, self.width, self.height)
        other.move_count = self.move_count
        other.rows = [row[:] for row in self.rows]
        other.locations = dict(self.locations)
        return other

    def forecast_move(self, move):
        other = self.copy()
        other.apply_move(move)
        return other
