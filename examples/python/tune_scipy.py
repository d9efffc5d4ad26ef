"""Tunes with scipy's differential evolution (pip install scipy): python3 tune_scipy.py quick --total 300000"""

import math

from isotune_client import Client, arguments, report
from scipy.optimize import differential_evolution

POPULATION = 5  # Times the number of weights.

options = arguments(__doc__, games=56)
with Client(options.config, options.set) as client:
    lower, upper = client.box(steps=4)
    generation = options.games * POPULATION * len(client.start)

    def costs(columns):
        return client.costs(columns.T, games=options.games)

    result = differential_evolution(
        costs,
        list(zip(lower, upper)),
        x0=client.start,
        popsize=POPULATION,
        maxiter=max(1, math.floor(options.total / generation) - 1),
        vectorized=True,  # A generation is one call, and so one line.
        updating="deferred",
        polish=False,  # A gradient of noise.
        tol=0,
        rng=options.seed,
    )
    # The best of a noisy population is the luckiest; its middle is better.
    found = result.population.mean(axis=0)
report(options, found)
