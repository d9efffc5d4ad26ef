"""nevergrad over `isotune.evaluate`: the wheel of isotune (docs/python.md) and pip install nevergrad."""

import sys

import isotune
import nevergrad

changes = dict(text.split("=", 1) for text in sys.argv[1:])
evaluator = isotune.Evaluator("quick", changes)
search = nevergrad.optimizers.TBPSA(nevergrad.p.Array(init=evaluator.start).set_mutation(sigma=0.3), budget=60)
search.parametrization.random_state.seed(1)
for _ in range(search.budget):
    candidate = search.ask()
    search.tell(candidate, evaluator.evaluate(candidate.value, games=28)["cost"])
print(dict(zip(evaluator.names, search.provide_recommendation().value)))
