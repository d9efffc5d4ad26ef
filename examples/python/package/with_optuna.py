"""Optuna over `isotune.evaluate`: the wheel of isotune (docs/python.md) and pip install optuna cmaes."""

import sys

import isotune
import optuna

changes = dict(text.split("=", 1) for text in sys.argv[1:])
evaluator, final = isotune.Evaluator("quick", changes), isotune.Evaluator("quick", changes, block="final")
spread = {name: (start - 3 * step, start + 3 * step) for name, start, step in zip(evaluator.names, evaluator.start, evaluator.steps)}
optuna.logging.set_verbosity(optuna.logging.WARNING)
study = optuna.create_study(sampler=optuna.samplers.CmaEsSampler(seed=1, popsize=10))
study.optimize(lambda trial: evaluator.evaluate({name: trial.suggest_float(name, *ends) for name, ends in spread.items()}, games=28)["cost"], n_trials=60)
# The best of many noisy trials is the luckiest. The last generation of CMA-ES lies around its mean.
found = {name: sum(trial.params[name] for trial in study.trials[-10:]) / 10 for name in spread}
print(found, final.evaluate(found, pairs=100, index=0)["score"], "on the final block, the start", final.evaluate(final.start, pairs=100, index=0)["score"])
