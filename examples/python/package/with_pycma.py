"""pycma over `isotune.evaluate`: the wheel of isotune (docs/python.md) and pip install cma."""

import sys

import cma
import isotune

changes = dict(text.split("=", 1) for text in sys.argv[1:])
evaluator = isotune.Evaluator("quick", changes)
search = cma.CMAEvolutionStrategy(evaluator.start, 1.0, {"CMA_stds": evaluator.steps, "maxiter": 3, "seed": 1, "verbose": -9})
while not search.stop():
    candidates = search.ask()
    search.tell(candidates, evaluator.costs(candidates, games=28))
print(dict(zip(evaluator.names, search.mean)))
