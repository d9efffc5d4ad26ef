"""A heuristic for knight Isolation, exported by isotune 0.3.0 for a 7x7 board.

custom_score(game, player) drops into game_agent.py: import it there, or paste this file. It needs Python 3.6
or newer and nothing else, reads the board's flat list where there is one, and plays on boards of any size.
"""
# sample
# Rings and moves – an example of “everything” that a file can say.
# Found by run spring (seed 7, config 0123456789abcdef, isotune 0.1.0, started 2017-04-01),
# generation 60, after 200000 games.
# Win rate 76.25 ± 1.22 % (95 %) against modern with effort:17300, block final, 2800 pairs of
# games; +5.50 ± 1.47 points (95 %) vs improved.
# Verified: neither the search nor the choice among finalists has seen the openings of that score.

from itertools import compress
from math import inf, sqrt
from operator import itemgetter

NAME = "sample"

# The board whose tables are made at import; those of another size are made bit by bit as they are needed.
WIDTH, HEIGHT = 7, 7

# The weights, each with what it multiplies.
# m own moves, o opponent's moves, (y, x) own cell,
# d² the squared distance of a cell from (cy, cx), (cy, cx) = (height/2, width/2).
# What needs the cell of a player not placed yet is 0.
OWN_MOVES = 1.0  # m
OPPONENT_MOVES_EARLY = -1.5  # o; just after the placements
OPPONENT_MOVES_LATE = -1.0  # the same on a full board; by blank cells in between
TO_MOVE = 0.25  # 1 if to move, else 0
OWN_CENTRE_DISTANCE = -0.0125  # d² = (y − cy)² + (x − cx)²
OWN_OPEN_SPACE = -1e-7  # std of the blank cells in the four areas around the own cell
OPPONENT_REACH_TWO = -0.1  # distinct blank cells the opponent reaches by two jumps over a blank one
OWN_RING_2 = 0.30000000000000004  # blank cells at empty-board knight distance 2
OPPONENT_RING_3 = -0.125  # blank cells at empty-board knight distance 3 of the opponent

# The cell of a player who is not placed yet and may move to any blank cell.
NOT_PLACED = (None, -1)

KNIGHT = [(down, right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(down) != abs(right)]


def _reader(cells):
    """Returns a function that reads these cells of a flat board: 0 if blank, 1 if blocked."""
    if len(cells) > 1:
        return itemgetter(*cells)
    return lambda state: tuple(state[cell] for cell in cells)


class _WhenMet(dict):
    """A table whose entries are computed on first use."""

    def __init__(self, make):
        self.make = make

    def __missing__(self, key):
        entry = self[key] = self.make(key)
        return entry


def _make_tables(width, height):
    """Computes everything that depends on the board size; cells are numbered as in the flat list."""
    cells = range(width * height)
    places = {cell: (cell % height, cell // height) for cell in cells}
    near = {}
    for cell, (row, column) in places.items():
        targets = [(row + down, column + right) for down, right in KNIGHT]
        near[cell] = [r + c * height for r, c in targets if 0 <= r < height and 0 <= c < width]
    near.update(dict.fromkeys(NOT_PLACED, list(cells)))
    jumps = {cell: _reader(near[cell]) for cell in near}

    def table(make):
        """An entry for each cell: computed at once for WIDTH and HEIGHT, else on first use."""
        if (width, height) == (WIDTH, HEIGHT):
            return {cell: make(cell) for cell in near}
        return _WhenMet(make)

    def by_cell(value):
        values = {cell: value(*place) for cell, place in places.items()}
        values.update(dict.fromkeys(NOT_PLACED, 0.0))
        return values

    centre = by_cell(lambda row, column: (row - height / 2) ** 2 + (column - width / 2) ** 2)

    def distances(start):
        """The number of jumps to every reachable cell of the empty board."""
        if start in NOT_PLACED:
            return {}
        found, queue = {start: 0}, [start]
        for cell in queue:
            for target in near[cell]:
                if target not in found:
                    found[target] = found[cell] + 1
                    queue.append(target)
        return found

    apart = table(distances)

    def worth(own_moves, own_centre_distance, own_ring_2, opponent_ring_3):
        """Returns a function of two cells: their score on a blank board, and the cost of each blocked cell."""
        own_share = table(lambda own: [
            own_moves * (cell in near[own])
            + own_ring_2 * (apart[own].get(cell) == 2)
            for cell in cells
        ])
        opponent_share = table(lambda opponent: [
            opponent_ring_3 * (apart[opponent].get(cell) == 3)
            for cell in cells
        ])
        numbers = {}

        def pair(own, opponent):
            shares = [own_share[own][cell] + opponent_share[opponent][cell] for cell in cells]
            base = sum(shares) + own_centre_distance * centre[own]
            # Equal numbers share one object, which saves memory.
            return base, tuple(numbers.setdefault(share, -share) for share in shares)

        return pair

    pair = worth(OWN_MOVES, OWN_CENTRE_DISTANCE, OWN_RING_2, OPPONENT_RING_3)
    pairs = table(lambda own: table(lambda opponent: pair(own, opponent)))

    # The phase of the game: 1 just after the placements, 0 on a full board.
    at_ply = []
    for plies in range(len(cells) + 1):
        phase = min(1.0, (len(cells) - plies) / max(1, len(cells) - 2))
        at_ply.append(OPPONENT_MOVES_LATE + phase * (OPPONENT_MOVES_EARLY - OPPONENT_MOVES_LATE))

    # The four areas around a cell, the blank cells of each counted in some bits of one number.
    bits = len(cells).bit_length()

    def around(cell):
        if cell in NOT_PLACED:
            return 0, (0,) * len(cells)
        row, column = places[cell]
        parts = [1 << bits * (2 * (r > row) + (c > column)) for r, c in places.values()]
        return sum(parts), tuple(-part for part in parts)

    areas = table(around)

    # By two of the four counts: their sum, and that of their squares.
    half, low_half = 2 * bits, (1 << 2 * bits) - 1
    counts = [(number & (1 << bits) - 1, number >> bits) for number in range(1 << half)]
    sums, squares = [a + b for a, b in counts], [a * a + b * b for a, b in counts]

    def further(collect):
        """By a player's cell and its blocked jumps: a reader of the cells one jump further."""

        def reader(start, blocked):
            targets = [target for target, taken in zip(near[start], blocked) if not taken]
            return _reader(list(collect(cell for target in targets for cell in near[target])))

        return table(lambda start: _WhenMet(lambda blocked: reader(start, blocked)))

    reach = further(set)
    return jumps, pairs, at_ply, areas, sums, squares, half, low_half, reach


_BOARDS = {}


def _tables(width, height):
    """Returns the tables of a board size, computed on first use."""
    tables = _BOARDS.get((width, height))
    if tables is None:
        tables = _BOARDS[width, height] = _make_tables(width, height)
    return tables


HOME = _tables(WIDTH, HEIGHT)
ENTRIES = WIDTH * HEIGHT + 3  # of the flat list: the cells, the side to move, player 2's cell, player 1's cell


def _read(game, player):
    """Reads a board without a flat list through its public methods."""

    def number(location):
        return None if location is None or location[0] < 0 else location[0] + location[1] * game.height

    state = [1] * (game.width * game.height + 3)
    for blank in game.get_blank_spaces():
        state[number(blank)] = 0
    own, opponent = game.get_player_location(player), game.get_player_location(game.get_opponent(player))
    return state, player != game.active_player, number(own), number(opponent)


def custom_score(game, player):
    """Returns the score of a position for a player: -inf if lost, inf if won, else the weighted sum."""
    try:
        state, waiting = game._board_state, player is not game._active_player
        if player is game._player_1:
            own, opponent = state[-1], state[-2]
        elif player is game._player_2:
            own, opponent = state[-2], state[-1]
        else:
            state, waiting, own, opponent = _read(game, player)
    except AttributeError:
        state, waiting, own, opponent = _read(game, player)
    jumps, pairs, at_ply, areas, sums, squares, half, low_half, reach = (
        HOME if len(state) == ENTRIES and game.height == HEIGHT else _tables(game.width, game.height)
    )
    opponent_blocked = jumps[opponent](state)
    o = opponent_blocked.count(0)
    # The side to move without a move has lost.
    if waiting:
        if not o:
            return inf
    elif 0 not in jumps[own](state):
        return -inf
    opponent_moves = at_ply[game.move_count]
    # What the two cells are worth on a blank board; one pass takes off what each blocked cell costs.
    base, lost = pairs[own][opponent]
    base_areas, lost_areas = areas[own]
    areas_now = sum(compress(lost_areas, state), base_areas)
    some, others = areas_now & low_half, areas_now >> half
    blank = sums[some] + sums[others]
    own_spread = sqrt(4 * (squares[some] + squares[others]) - blank * blank) / 4
    opponent_reach = reach[opponent][opponent_blocked](state).count(0)
    return (
        sum(compress(lost, state), base)
        + opponent_moves * o
        + (0.0 if waiting else TO_MOVE)
        + OWN_OPEN_SPACE * own_spread
        + OPPONENT_REACH_TWO * opponent_reach
    )
