"""Tunes with nevergrad (pip install nevergrad): python3 tune_nevergrad.py quick --total 300000"""

import nevergrad as ng
from isotune_client import Client, arguments, report

WORKERS = 50  # Candidates that are played at once.

options = arguments(__doc__, games=28)
with Client(options.config, options.set) as client:
    # In units of each weight's first step; nevergrad's standard deviation is 1.
    parameters = ng.p.Array(init=[0.0] * len(client.start))
    parameters.random_state.seed(options.seed)
    budget = options.total // options.games
    search = ng.optimizers.TBPSA(parameters, budget=budget, num_workers=min(WORKERS, budget))

    def weights(candidate):
        moved = (s + d * x for s, d, x in zip(client.start, client.steps, candidate.value))
        low = (-1e9 if bound is None else bound for bound in client.lower)
        high = (1e9 if bound is None else bound for bound in client.upper)
        return [min(max(w, lowest), highest) for w, lowest, highest in zip(moved, low, high)]

    while search.num_tell < budget:
        asked = [search.ask() for _ in range(min(WORKERS, budget - search.num_tell))]
        for candidate, cost in zip(asked, client.costs(map(weights, asked), games=options.games)):
            search.tell(candidate, cost)
    found = weights(search.provide_recommendation())
report(options, found)
