"""Tunes with Optuna (pip install optuna cmaes): python3 tune_optuna.py quick --sampler cma --total 300000"""

import optuna
from isotune_client import Client, arguments, report

POPULATION = 50  # Candidates that are played at once.

# 'tpe' is Optuna's own default; 'cma' suits noise and many weights better.
options = arguments(__doc__, games=28, sampler=("cma", "tpe"))
optuna.logging.set_verbosity(optuna.logging.WARNING)
samplers = {
    "cma": lambda: optuna.samplers.CmaEsSampler(seed=options.seed, popsize=POPULATION),
    "tpe": lambda: optuna.samplers.TPESampler(seed=options.seed, multivariate=True, constant_liar=True),
}
with Client(options.config, options.set) as client:
    # Optuna needs a box; CMA-ES starts in its middle with a sixth of its width.
    box = list(zip(client.names, *client.box(steps=4)))
    study = optuna.create_study(sampler=samplers[options.sampler]())
    budget = options.total // options.games
    while len(study.trials) < budget:
        trials = [study.ask() for _ in range(min(POPULATION, budget - len(study.trials)))]
        candidates = [{name: trial.suggest_float(name, low, high) for name, low, high in box} for trial in trials]
        for trial, cost in zip(trials, client.costs(candidates, games=options.games)):
            study.tell(trial, cost)
    # The best of many noisy trials is the luckiest. The last generation of CMA-ES lies around its mean.
    last = [study.best_trial] if options.sampler == "tpe" else study.trials[-POPULATION:]
    found = [sum(trial.params[name] for trial in last) / len(last) for name in client.names]
report(options, found)
