"""Draws docs/score-against-games.svg, what more games buy, from docs/score-against-games.json.

    python3 docs/score_against_games.py           # draws
    python3 docs/score_against_games.py --play    # plays the runs that the file does not have yet, then draws

Each run is `isotune tune quick` with other totals and seeds at a budget of 300 nodes a move, where a run takes minutes instead of
hours; its verdict is played on openings that the search has not seen. Set ISOTUNE to use another program than
target/release/isotune.
"""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
FILE, PICTURE = FOLDER / "score-against-games.json", FOLDER / "score-against-games.svg"
PROGRAM = os.environ.get("ISOTUNE", str(FOLDER.parent / "target" / "release" / "isotune"))
SETTINGS = ["budget=nodes:300", "plies=4", "validation=(every: 10, pairs: 60)", "finals=(select_pairs: 100, final_pairs: 500)"]
RUNS = [(total, seed) for total in (1000, 3000, 10000, 30000) for seed in (0, 1)] + [(100000, 0)]

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 56, 16, 28, 48


def play(total, seed):
    """Runs the search and returns its verdict and its hold-outs, as differences to `improved`."""
    with tempfile.TemporaryDirectory() as folder:
        events = pathlib.Path(folder) / "events"
        command = [PROGRAM, "-q", "tune", "quick", "--runs", folder, "--json", "--events", str(events)]
        for setting in [*SETTINGS, f"total=Games({total})", f"seed={seed}"]:
            command += ["--set", setting]
        answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        lines = [json.loads(line) for line in events.read_text().splitlines()]
    each = next(line["games_per_generation"] for line in lines if line["event"] == "plan")
    holdouts = [
        {"games": each * line["generation"], "delta": line["versus_improved"]["delta"], "se": line["versus_improved"]["se"]}
        for line in lines if line["event"] == "holdout"
    ]
    versus = answer["verdict"]["final"]["versus_improved"]
    games = each * answer["generation"]
    return {"total": total, "seed": seed, "games": games, "delta": versus["delta"], "se": versus["se"], "holdouts": holdouts}


def draw(runs):
    """Returns the picture: the verdict of every run, and their averages by total."""
    highest = math.ceil(max(100 * (run["delta"] + 1.96 * run["se"]) for run in runs)) + 1
    lowest = min(0, math.floor(min(100 * (run["delta"] - 1.96 * run["se"]) for run in runs)))
    first, last = math.log10(700), math.log10(1.4 * max(run["games"] for run in runs))
    x = lambda games: LEFT + (math.log10(games) - first) / (last - first) * (WIDTH - LEFT - RIGHT)
    y = lambda points: HEIGHT - BOTTOM - (points - lowest) / (highest - lowest) * (HEIGHT - TOP - BOTTOM)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        "<title>Gain over improved against the games of the search</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="16">points of win rate above improved, 95 % intervals</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">games of the search</text>',
    ]
    for points in range(lowest, highest + 1, 2 if highest - lowest > 10 else 1):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(points):.1f}" y2="{y(points):.1f}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(points) + 4:.1f}" text-anchor="end">{points:+d}</text>')
    totals = sorted({run["total"] for run in runs})
    for total in totals:
        parts.append(f'<text x="{x(total):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{total:,}</text>')
    middle = []
    for total in totals:
        same = [run for run in runs if run["total"] == total]
        middle.append((x(total), y(100 * sum(run["delta"] for run in same) / len(same))))
    path = " ".join(f"{across:.1f},{up:.1f}" for across, up in middle)
    parts.append(f'<polyline points="{path}" fill="none" stroke="#1f6f8b" stroke-width="2"/>')
    for run in runs:
        # Runs of one total side by side.
        across = x(run["total"]) + 6 * (run["seed"] - 0.5) * (sum(r["total"] == run["total"] for r in runs) > 1)
        low, high = (y(100 * (run["delta"] + sign * 1.96 * run["se"])) for sign in (-1, 1))
        parts.append(f'<line x1="{across:.1f}" x2="{across:.1f}" y1="{low:.1f}" y2="{high:.1f}" stroke="#1f6f8b"/>')
        parts.append(f'<circle cx="{across:.1f}" cy="{y(100 * run["delta"]):.1f}" r="4" fill="#1f6f8b"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main(arguments):
    runs = json.loads(FILE.read_text()) if FILE.exists() else []
    if "--play" in arguments:
        for total, seed in RUNS:
            if not any((run["total"], run["seed"]) == (total, seed) for run in runs):
                runs.append(play(total, seed))
                print(f"{total} games, seed {seed}: {100 * runs[-1]['delta']:+.2f} ± {196 * runs[-1]['se']:.2f}", flush=True)
                FILE.write_text(json.dumps(runs, indent=1) + "\n")
    PICTURE.write_text(draw(runs))


if __name__ == "__main__":
    if {"-h", "--help"} & set(sys.argv):
        sys.exit(__doc__)
    main(sys.argv[1:])
