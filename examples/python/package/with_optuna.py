"""Optuna over `isotune.evaluate`: the wheel of isotune (docs/python.md) and pip install optuna cmaes."""

import sys

import isotune
import optuna

changes = dict(text.split("=", 1) for text in sys.argv[1:])
evaluator = isotune.Evaluator("quick", changes)
spread = {name: (start - 3 * step, start + 3 * step) for name, start, step in zip(evaluator.names, evaluator.start, evaluator.steps)}
optuna.logging.set_verbosity(optuna.logging.WARNING)
study = optuna.create_study(sampler=optuna.samplers.CmaEsSampler(seed=1))
study.optimize(lambda trial: evaluator.evaluate({name: trial.suggest_float(name, *ends) for name, ends in spread.items()}, games=28)["cost"], n_trials=60)
print(study.best_params)
