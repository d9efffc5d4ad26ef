"""Functions of Python as heuristics. They are slow: a search calls them for every leaf, one at a time."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any, Optional

Cell = tuple[int, int]


class Position:
    """A position from the view of the player being scored; cells are (row, column)."""

    __slots__ = ("width", "height", "own", "opponent", "own_moves", "opponent_moves", "blank", "to_move")

    def __init__(
        self,
        size: tuple[int, int],
        own: Optional[Cell],
        opponent: Optional[Cell],
        own_moves: list[Cell],
        opponent_moves: list[Cell],
        blank: list[Cell],
        to_move: bool,
    ) -> None:
        self.width, self.height = size
        self.own = own
        """The scored player's cell; None before the placement."""
        self.opponent = opponent
        self.own_moves = own_moves
        self.opponent_moves = opponent_moves
        self.blank = blank
        """The blank cells, row by row."""
        self.to_move = to_move
        """Whether it is the scored player's turn."""

    @property
    def plies(self) -> int:
        """The number of plies played, the placements included."""
        return self.width * self.height - len(self.blank)


class Game:
    """A position with the interface of AIND-Isolation's board, as far as heuristics use it."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._players = (object(), object())
        self.width, self.height = position.width, position.height
        self.move_count = position.plies

    @property
    def active_player(self) -> object:
        return self._players[0 if self._position.to_move else 1]

    @property
    def inactive_player(self) -> object:
        return self._players[1 if self._position.to_move else 0]

    def get_opponent(self, player: object) -> object:
        return self._players[1 if player is self._players[0] else 0]

    def get_player_location(self, player: object) -> Optional[Cell]:
        return self._position.own if player is self._players[0] else self._position.opponent

    def get_legal_moves(self, player: Optional[object] = None) -> list[Cell]:
        own = (self.active_player if player is None else player) is self._players[0]
        return list(self._position.own_moves if own else self._position.opponent_moves)

    def get_blank_spaces(self) -> list[Cell]:
        return sorted(self._position.blank, key=lambda cell: (cell[1], cell[0]))

    def move_is_legal(self, move: Cell) -> bool:
        return tuple(move) in self._position.blank

    def is_loser(self, player: object) -> bool:
        return player is self.active_player and not self.get_legal_moves()

    def is_winner(self, player: object) -> bool:
        return player is self.inactive_player and not self.get_legal_moves()

    def utility(self, player: object) -> float:
        return float("inf") if self.is_winner(player) else float("-inf") if self.is_loser(player) else 0.0


def from_udacity(custom_score: Callable[[Any, Any], float]) -> Callable[[Position], float]:
    """Returns the heuristic that is a `custom_score(game, player)` of AIND-Isolation's game_agent.py.

    It sees what boards of both versions tell about a position, and not their private fields or forecast_move.
    """

    def score(position: Position) -> float:
        game = Game(position)
        return custom_score(game, game._players[0])

    score.__name__ = getattr(custom_score, "__name__", "custom_score")
    return score


_numbers = itertools.count(1)


class Functions:
    """Replaces functions among agents by names, under which a call finds them."""

    def __init__(self) -> None:
        self.registered: list[tuple[str, Callable[..., float]]] = []

    def agent(self, agent: Any) -> Any:
        """Returns an agent, or the name of a function: it searches with the budget of the rules."""
        if not callable(agent):
            return agent
        name = re.sub(r"[^0-9A-Za-z_]", "", getattr(agent, "__name__", "")) or "function"
        name = f"{name}-{next(_numbers)}"
        self.registered.append((name, lambda *parts: float(agent(Position(*parts)))))
        return "host:" + name
