"""An agent for isotune in Python: plays the move that leaves the opponent the fewest answers.

isotune compare "exec:python3 examples/protocol/agent.py" improved --budget nodes:100 --pairs 20
"""

import sys

JUMPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


def answers(rows, opponent, taken):
    """The opponent's moves once a cell is taken: any blank cell before the placement, else knight's jumps."""
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    blank = {cell for cell, mark in cells.items() if mark == "."} - {taken}
    standing = [cell for cell, mark in cells.items() if mark == opponent]
    if not standing:
        return len(blank)
    row, column = standing[0]
    return sum((row + down, column + right) in blank for down, right in JUMPS)


def choose(board, side, milliseconds, moves):
    rows, opponent = board.split("/"), "2" if side == "1" else "1"
    return min(moves, key=lambda move: answers(rows, opponent, tuple(map(int, move.split(",")))))


for line in sys.stdin:
    word, *rest = line.split()
    if word == "isotune":
        print("ready", flush=True)
    elif word == "move":
        board, side, milliseconds, *moves = rest
        print(choose(board, side, int(milliseconds), moves), flush=True)
