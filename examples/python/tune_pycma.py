"""Tunes with pycma (pip install cma): python3 tune_pycma.py quick --total 300000"""

import cma
from isotune_client import Client, arguments, report

options = arguments(__doc__, games=28)
with Client(options.config, options.set) as client:
    # A large population: recombination averages the noise of few games better than more games of fewer candidates.
    population = max(8, min(300, options.total // (options.games * 30)))
    settings = {
        "popsize": population,
        "seed": options.seed + 1,  # 0 would be the clock.
        "CMA_stds": client.steps,
        "bounds": [client.lower, client.upper],
        "maxfevals": options.total // options.games,
        # Noise is no reason to stop.
        "tolfun": 0, "tolfunhist": 0, "tolflatfitness": 10**9, "tolstagnation": 10**9,
        "verbose": -9,
    }
    search = cma.CMAEvolutionStrategy(client.start, 1.0, settings)
    while not search.stop():
        candidates = search.ask()
        search.tell(candidates, client.costs(candidates, games=options.games))
    # Under noise the mean of the distribution is better than the best, that is luckiest, candidate.
    found = search.result.xfavorite
report(options, found)
