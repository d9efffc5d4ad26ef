"""Compares the search of the wheel with that of a build for this processor, in turns; best of several rounds.

    python/test.sh                                       # builds the wheel and installs it into python/target/venv
    cargo build --release
    python3 python/bench.py python/target/venv/bin/isotune target/release/isotune

Ends with code 1 if the wheel is more than 5 % slower in any of the workloads.
"""

import argparse
import json
import subprocess
import sys

LEAST = 0.95


def bench(program):
    output = subprocess.run([program, "bench", "--rounds", "3", "--json"], check=True, capture_output=True)
    return json.loads(output.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", help="the command of the wheel")
    parser.add_argument("native", help="the program built for this processor")
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    best = {}
    for _ in range(args.rounds):
        answers = {program: bench(program) for program in (args.wheel, args.native)}
        if len({answer["signature"] for answer in answers.values()}) > 1:
            sys.exit("the signatures differ: these are builds of different searches")
        for program, answer in answers.items():
            for workload, speed in answer["speed"].items():
                best[program, workload] = max(speed, best.get((program, workload), 0))
    slow = False
    print("workload      wheel     native   ratio   (million nodes/s, best of {} in turns)".format(args.rounds))
    for workload in answers[args.wheel]["speed"]:
        wheel, native = best[args.wheel, workload], best[args.native, workload]
        slow = slow or wheel < LEAST * native
        print("{:<9} {:>9.1f} {:>10.1f}   {:.3f}".format(workload, wheel / 1e6, native / 1e6, wheel / native))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
