"""Plays the matches again whose figures are in README.md and in the first two sections of docs/results.md, and marks what moved.

    python3 docs/figures.py                 # all of them, 6 minutes on 2 cores
    python3 docs/figures.py modern small    # those of these groups
    python3 docs/figures.py --update        # and writes the new figures to docs/figures.json

The figures are in docs/figures.json, each with the command that made it. A figure has moved if it differs from the recorded
one by more than two standard errors of the difference; the same version gives the same figures. Set ISOTUNE to use another
program than target/release/isotune. The exit code is 1 if something moved.
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
FILE = FOLDER / "figures.json"
PROGRAM = os.environ.get("ISOTUNE", str(FOLDER.parent / "target" / "release" / "isotune"))

RIVALS = ["improved", "open-space-hybrid", "deep-legal-moves", "lookahead-both-0.5"]
"""The heuristics that each set meets head to head."""


def commands():
    """The commands by group."""
    modern = "--budget nodes:5000 --plies 4 --block final --seed 1"
    python = "--budget effort:35000 --plies 4 --block final --seed 1"
    classic = "--protocol classic --census --block final --seed 1"
    yield "modern", f"tournament isotune-modern isotune-small {' '.join(RIVALS[1:])} dominating-moves {modern} --matches 2000"
    yield "python", f"tournament id:isotune-python@effort:35000:python {python} --matches 2000"
    yield "classic", f"tournament isotune-classic {' '.join(RIVALS[1:])} {classic}"
    for rival in RIVALS:
        for group in "modern", "small":
            yield group, f"compare isotune-{group} {rival} {modern} --pairs 2000"
        yield "python", f"compare id:isotune-python@effort:35000:python {rival} {python} --pairs 1000"
        yield "classic", f"compare isotune-classic {rival} {classic}"
    yield "default", "tune"
    yield "grade", "grade isotune-modern isotune-python isotune-classic isotune-small --only"


def figures(answer):
    """The figures of an answer by name: value and standard error, in percent or points."""
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


def play(command):
    """Runs a command and returns its figures."""
    with tempfile.TemporaryDirectory() as runs:
        place = ["--runs", runs] if command.startswith("tune") else []
        arguments = ["-q", *shlex.split(command), *place, "--json"]
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"isotune {command}: {done.stderr.strip()}")
    return figures(json.loads(done.stdout))


def main(arguments):
    update = "--update" in arguments
    groups = [argument for argument in arguments if argument != "--update"]
    recorded = json.loads(FILE.read_text()) if FILE.exists() else {}
    moved = 0
    for group, command in commands():
        if groups and group not in groups:
            continue
        print(f"isotune {command}", flush=True)
        for name, (value, se) in play(command).items():
            before = recorded.setdefault(command, {}).get(name)
            line = f"  {name:<48} {100 * value:+7.2f} ± {196 * (se or 0):.2f}"
            if before is None:
                line += "   new"
            elif abs(value - before["value"]) > 2 * ((se or 0) ** 2 + (before["se"] or 0) ** 2) ** 0.5 + 1e-9:
                line += f"   moved from {100 * before['value']:+.2f} ± {196 * (before['se'] or 0):.2f}"
                moved += 1
            if update or before is None:
                recorded[command][name] = {"value": round(value, 6), "se": se and round(se, 6)}
            print(line, flush=True)
    if update:
        FILE.write_text(json.dumps(recorded, indent=1) + "\n")
    print(f"{moved} moved" if moved else "nothing moved")
    return 1 if moved else 0


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
