"""Fits the weights of a heuristic to who wins under perfect play (logistic regression, as in Texel's method).

    cargo run --release --example oracle_labels 200000 > labels.csv
    python3 fit_to_oracle.py labels.csv fitted.ron own-moves opponent-moves own-lookahead-mean opponent-lookahead-mean

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
    # Whose turn it is says much about who wins, and changes no choice between moves.
    columns = np.column_stack([*columns, rows[:, names.index("to-move")], np.ones(len(rows))])
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
