"""Plays the matches again whose figures are in README.md and docs/results.md, and marks what moved.

    python3 docs/figures.py                 # all of them, 0.7 million games
    python3 docs/figures.py modern small    # those of these groups
    python3 docs/figures.py --update        # and writes the new figures to docs/figures.json and into the documents
    python3 docs/figures.py --tables        # plays nothing; writes the figures of docs/figures.json into the documents
    python3 docs/figures.py --check         # plays nothing; exit code 1 if the documents have other figures than the file

The figures are in docs/figures.json, each with the command that made it. A figure has moved if it differs from the recorded
one by more than two standard errors of the difference; the same version gives the same figures. Tables stand between the
lines '<!-- figures: NAME -->' and '<!-- end -->' of the documents. Set ISOTUNE to use another program than
target/release/isotune. The exit code is 1 if something moved.

On modern, published heuristics that no set meets head to head play 500 openings per opponent, the others 1,000; Python 500.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
FILE = FOLDER / "figures.json"
DOCUMENTS = [FOLDER.parent / "README.md", FOLDER / "results.md"]
PROGRAM = os.environ.get("ISOTUNE", str(FOLDER.parent / "target" / "release" / "isotune"))

SETS = ["isotune-modern", "isotune-small", "isotune-python", "isotune-classic"]
RIVALS = ["improved", "open-space-hybrid", "deep-legal-moves", "lookahead-both-0.5"]
"""The heuristics that each set meets head to head."""

MODERN = "--budget nodes:5000 --plies 4 --block final --seed 1"
PYTHON = "--budget effort:35000 --plies 4 --block final --seed 1"
CLASSIC = "--protocol classic --census --block final --seed 1"
AS_PYTHON = "id:isotune-python@effort:35000:python"

TUNE, COSTS = "tune", "heuristics"
GRADE_MODERN = f"grade {' '.join(SETS)}"
GRADE_CLASSIC = f"grade {' '.join(SETS)} --protocol classic --budget effort:2880"
PLAY_MODERN = f"tournament {' '.join(SETS)} {MODERN} --matches 1000"
PLAY_RIVALS = f"tournament {' '.join(RIVALS[1:])} dominating-moves {MODERN} --matches 1000"
PLAY_PYTHON = f"tournament {AS_PYTHON} {PYTHON} --matches 500"


def published():
    """The names of the published heuristics."""
    return [heuristic["name"] for heuristic in ask(COSTS)["heuristics"]]


def play_others():
    """The command that plays the published heuristics that are not among the rivals."""
    others = [name for name in published() if name not in [*RIVALS, "dominating-moves"]]
    return f"tournament {' '.join(others)} {MODERN} --matches 500"


def play_classic():
    """The command that plays everything under the classic rules."""
    return f"tournament {' '.join(SETS)} {' '.join(name for name in published() if name != 'improved')} {CLASSIC}"


def duel(group, rival):
    """The command that plays a set against a rival."""
    if group == "python":
        return f"compare {AS_PYTHON} {rival} {PYTHON} --pairs 500"
    if group == "classic":
        return f"compare isotune-classic {rival} {CLASSIC}"
    return f"compare isotune-{group} {rival} {MODERN} --pairs 1000"


def commands():
    """The commands by group."""
    yield "costs", COSTS
    yield "modern", PLAY_MODERN
    yield "rivals", PLAY_RIVALS
    yield "published", play_others()
    yield "python", PLAY_PYTHON
    yield "classic", play_classic()
    for rival in RIVALS:
        for group in "modern", "small", "python", "classic":
            yield group, duel(group, rival)
    yield "default", TUNE
    yield "grade", GRADE_MODERN
    yield "grade", GRADE_CLASSIC


def figures(answer):
    """The figures of an answer by name: value and standard error, as fractions; costs in search nodes."""
    if "heuristics" in answer:
        entries = [*answer["tuned"], *answer["heuristics"]]
        return {f"{entry['name']} {profile}": (cost, None) for entry in entries for profile, cost in entry["cost"].items()}
    if "verdict" in answer:
        versus = answer["verdict"]["final"]["versus_improved"]
        result = versus["head_to_head"]
        return {"vs improved": (versus["delta"], versus["se"]), "head to head": (result["score"], result["se"])}
    if "result" in answer:
        result = answer["result"]
        return {"head to head": (result["score"], result["sample_se"])}
    found = {}
    for agent in answer["agents"]:
        found[agent["name"]] = agent["score"], agent.get("sample_se", agent["se"])
        versus = agent["versus_improved"]
        if versus and agent["name"] != "improved":
            se = versus.get("sample_se") or versus["se"]
            found[f"{agent['name']} vs improved"] = versus["delta"], se
    return found


def ask(command):
    """Runs a command and returns its JSON."""
    with tempfile.TemporaryDirectory() as runs:
        place = ["--runs", runs] if command.startswith(TUNE) else []
        arguments = ["-q", *shlex.split(command), *place, "--json"]
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"isotune {command}: {done.stderr.strip()}")
    return json.loads(done.stdout)


class Recorded:
    """The recorded figures, as the documents show them."""

    def __init__(self, figures):
        self.figures = figures

    def find(self, command, name):
        return self.figures.get(command, {}).get(name)

    def percent(self, command, name, digits=2):
        """A rate with its 95 % interval."""
        return self.shown(command, name, f"{{:.{digits}f}} ± {{:.{digits}f}} %")

    def points(self, command, name, digits=2):
        """A difference with its 95 % interval."""
        return self.shown(command, f"{name} vs improved" if name else "vs improved", f"{{:+.{digits}f}} ± {{:.{digits}f}}")

    def shown(self, command, name, form):
        figure = self.find(command, name)
        if figure is None:
            return "–"
        if not figure["se"]:
            return form.split(" ±")[0].format(100 * figure["value"]) + " (always equal)" * (figure["value"] == 0)
        return form.format(100 * figure["value"], 196 * figure["se"])

    def cost(self, name, profile):
        figure = self.find(COSTS, f"{name} {profile}")
        return f"{figure['value']:.1f}" if figure else "–"

    def ranking(self, tournaments, grade, profile):
        """All heuristics by win rate, each in the first tournament that has it."""
        places = {}
        for command in tournaments:
            for name in self.figures.get(command, {}):
                if not name.endswith(" vs improved"):
                    places.setdefault(name, command)
        rate = lambda name: -self.find(places[name], name)["value"]
        yield "| heuristic | win rate | vs improved | wins kept | cost of a call |"
        yield "| --- | ---: | ---: | ---: | ---: |"
        for name in sorted(places, key=rate):
            command = places[name]
            shown = f"**`{name}`**" if name in SETS else f"`{name}`"
            versus = "baseline" if name == "improved" else self.points(command, name)
            kept, cost = self.percent(grade, name), self.cost(name, profile)
            yield f"| {shown} | {self.percent(command, name)} | {versus} | {kept} | {cost} |"

    def tables(self):
        """The lines of every table by name."""
        yield "modern", [*self.ranking([PLAY_MODERN, PLAY_RIVALS, play_others()], GRADE_MODERN, "udacity-modern")]
        yield "classic", [*self.ranking([play_classic()], GRADE_CLASSIC, "udacity-classic")]
        python = [
            "| heuristic | budget | win rate | vs improved | cost of a call |",
            "| --- | --- | ---: | ---: | ---: |",
            f"| **`isotune-python`** | `effort:35000:python` | {self.percent(PLAY_PYTHON, AS_PYTHON)} |"
            f" {self.points(PLAY_PYTHON, AS_PYTHON)} | {self.cost('isotune-python', 'python')} |",
            f"| `improved` | `effort:35000` | {self.percent(PLAY_PYTHON, 'improved')} | baseline |"
            f" {self.cost('improved', 'udacity-modern')} |",
        ]
        yield "python", python
        duels = ["| set | " + " | ".join(RIVALS) + " |", "| --- |" + " ---: |" * len(RIVALS)]
        for group in "modern", "small", "python", "classic":
            cells = [self.percent(duel(group, rival), "head to head") for rival in RIVALS]
            duels.append(f"| `isotune-{group}` | " + " | ".join(cells) + " |")
        yield "duels", duels
        head = lambda group: self.percent(duel(group, "improved"), "head to head", 1)
        points = lambda command, name: f"{self.points(command, name, 1)} points"
        yield "sets", [
            "| weights | where | win rate minus that of `improved_score`, 95 % | head to head |",
            "| --- | --- | ---: | ---: |",
            f"| `isotune-python` | exported Python, 150 ms a move: `{AS_PYTHON}` |"
            f" {points(PLAY_PYTHON, AS_PYTHON)} | {head('python')} |",
            f"| `isotune-modern` | modern rules, 5,000 nodes a move | {points(PLAY_MODERN, SETS[0])} | {head('modern')} |",
            f"| `isotune-small`, 2 features | the same | {points(PLAY_MODERN, SETS[1])} | {head('small')} |",
            f"| the best published ones, `deep-legal-moves` | the same | {points(PLAY_RIVALS, RIVALS[2])} | |",
            "| `isotune-classic` | the project of January 2017 |"
            f" {points(play_classic(), SETS[3])} | {head('classic')} |",
        ]
        yield "default", [
            "| | vs it (95 %) | head to head (95 %) |",
            "| --- | ---: | ---: |",
            f"| `improved` | {self.points(TUNE, '')} points | {self.percent(TUNE, 'head to head')} |",
        ]

    def write(self, check):
        """Writes the tables into the documents; returns whether one has changed, or would have."""
        tables, changed = dict(self.tables()), False
        for document in DOCUMENTS:
            text = document.read_text()
            table = lambda place: "\n".join([place[1], *tables[place[2]], place[3]])
            new = re.sub(r"(?s)(<!-- figures: (\S+) -->)\n.*?(<!-- end -->)", table, text)
            if new != text:
                changed = True
                print(f"{document.name}: {'has other figures' if check else 'written'}")
                if not check:
                    document.write_text(new)
        return changed


def main(arguments):
    options = {argument for argument in arguments if argument.startswith("--")}
    groups = set(arguments) - options
    recorded = json.loads(FILE.read_text()) if FILE.exists() else {}
    if options & {"--tables", "--check"}:
        changed = Recorded(recorded).write("--check" in options)
        return 1 if changed and "--check" in options else 0
    update, moved, known = "--update" in options, 0, {}
    for group, command in commands():
        known[command] = recorded.get(command, {})
        if groups and group not in groups:
            continue
        print(f"isotune {command}", flush=True)
        found = figures(ask(command))
        for name, (value, se) in found.items():
            before = known[command].get(name)
            line = f"  {name:<48} {100 * value:+7.2f} ± {196 * (se or 0):.2f}" if group != "costs" else f"  {name:<48} {value:7.2f}"
            if before is None:
                line += "   new"
            elif abs(value - before["value"]) > 2 * ((se or 0) ** 2 + (before["se"] or 0) ** 2) ** 0.5 + 1e-6:
                line += f"   moved from {100 * before['value']:+.2f} ± {196 * (before['se'] or 0):.2f}"
                moved += 1
            print(line, flush=True)
        if update:
            known[command] = {name: {"value": round(value, 6), "se": se and round(se, 6)} for name, (value, se) in found.items()}
            FILE.write_text(json.dumps({**recorded, **known}, indent=1) + "\n")
    if update:
        # Figures of commands that no table needs any more are dropped.
        FILE.write_text(json.dumps(known, indent=1) + "\n")
        Recorded(known).write(False)
    print(f"{moved} moved" if moved else "nothing moved")
    return 1 if moved else 0


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
