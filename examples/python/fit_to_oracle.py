"""Fits the weights of a heuristic to who wins under perfect play (logistic regression, as in Texel's method).

    cargo run --release --example oracle_labels 200000 > labels.csv
    python3 fit_to_oracle.py labels.csv fitted.ron own-moves opponent-moves own-territory opponent-territory

A feature with ":tapered" behind its name gets two weights, one for the beginning of a game and one for its end. Needs
numpy. The result is a weights file, for 'isotune tournament fitted.ron' or as the start weights of a configuration.
"""

import sys

import numpy as np

ROUNDS = 30
"""Newton's method converges in about ten."""
RIDGE = 1.0
"""A small penalty on standardized weights, so that features that say the same share what they say."""


def read(path):
    with open(path) as file:
        names = file.readline().strip().split(",")
        return names, np.loadtxt(file, delimiter=",")


def fit(columns, wins):
    """Returns the coefficients of a logistic regression."""
    scale = columns.std(axis=0)
    scale[scale == 0] = 1
    x = columns / scale
    weights = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (wins - chance) - RIDGE * weights
        curvature = (x * (chance * (1 - chance))[:, None]).T @ x + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        weights += step
        if abs(step).max() < 1e-9:
            break
    return weights / scale


def loss(columns, wins, weights):
    """Returns the mean negative log-likelihood and the share of positions whose winner is foretold."""
    chance = 1 / (1 + np.exp(-columns @ weights))
    likelihood = np.where(wins > 0.5, chance, 1 - chance)
    return -np.log(likelihood).mean(), (likelihood > 0.5).mean()


def fixed(names, rows, phase):
    """Returns what says much about who wins and changes no choice between moves: whose turn it is, and the colours.

    A jump changes the colour of the cell. So the player who is to move while both stand on cells of one colour is so at
    every turn of the game, and four of five times the one who wins. Left out, this would hide what the features say.
    """
    to_move, squared = rows[:, names.index("to-move")], rows[:, names.index("opponent-distance")]
    favoured = np.where((squared % 2 == 0) == (to_move > 0.5), 1.0, -1.0)
    columns = [np.ones(len(rows)), to_move, favoured]
    return [column * phase**power for column in columns for power in range(3)]


def main(labels, target, *features):
    names, rows = read(labels)
    wins, phase = rows[:, names.index("wins")], rows[:, names.index("phase")]
    terms = []
    for feature in features:
        name, _, taper = feature.partition(":")
        if name not in names or taper not in ("", "tapered"):
            sys.exit(f"there is no feature '{feature}'; available: {', '.join(names[3:])}")
        terms += [(name, "early"), (name, "late")] if taper else [(name, "")]
    by_end = {"": np.ones(len(rows)), "early": phase, "late": 1 - phase}
    columns = [rows[:, names.index(name)] * by_end[end] for name, end in terms]
    columns = np.column_stack([*columns, *fixed(names, rows, phase)])
    finite = np.isfinite(columns).all(axis=1)
    columns, wins = columns[finite], wins[finite]
    # Both views of a position are on the same side of the split.
    held_out = (np.arange(len(wins)) // 2) % 5 == 0
    weights = fit(columns[~held_out], wins[~held_out])
    cost, right = loss(columns[held_out], wins[held_out], weights)
    print(f"{len(wins)} rows; on every fifth position, held out: loss {cost:.4f}, {100 * right:.1f} % foretold")
    written = {}
    for (name, end), weight in zip(terms, weights):
        text = f"{weight:.6g}"
        written[name] = written.get(name, []) + [f"{end}: {text}" if end else text]
    lines = [f'        "{name}": {"(" + ", ".join(w) + ")" if len(w) > 1 else w[0]},' for name, w in written.items()]
    with open(target, "w") as file:
        file.write("(\n    name: \"fitted\",\n    weights: {\n" + "\n".join(lines) + "\n    },\n)\n")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
