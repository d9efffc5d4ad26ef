"""An external agent that fails in the way its first argument names; the second is a file for the number of a child."""

import os
import subprocess
import sys
import threading

mode, *rest = sys.argv[1:]


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def flood(stream):
    while True:
        stream.write("noise " * 100 + "\n")
        stream.flush()


if mode == "deaf":
    threading.Event().wait()
if mode == "rude":
    say("hello\n")
if mode == "floods-errors":
    threading.Thread(target=flood, args=(sys.stderr,), daemon=True).start()
for line in sys.stdin:
    if line.startswith("isotune"):
        if mode != "rude":
            say("ready with anything behind it\n")
        continue
    first = line.split()[4]
    if mode == "silent":
        threading.Event().wait()
    elif mode == "parent":
        child = subprocess.Popen(["sleep", "1000"])
        with open(rest[0], "a") as file:
            print(os.getpid(), child.pid, file=file)
        threading.Event().wait()
    elif mode == "crashes":
        raise ValueError("nothing works")
    elif mode == "closes":
        os.close(1)
        threading.Event().wait()
    elif mode == "babbles":
        say("I resign\n")
    elif mode == "binary":
        sys.stdout.buffer.write(b"\xff\x1b[2J\x00\n")
        sys.stdout.buffer.flush()
    elif mode == "endless-line":
        while True:
            say("3" * 1000)
    elif mode == "endless-lines":
        flood(sys.stdout)
    elif mode == "twice":
        say(first + "\n" + first + "\n")
    elif mode == "illegal":
        say("0,0\n1,1\n".split()[len(line) % 2] + "\n" if first not in ("0,0", "1,1") else "6,6\n")
    elif mode == "outside":
        say("-1,99999999999999999999\n" if len(line) % 2 else "99,-1\n")
    elif mode == "floods-errors":
        say("({})\n".format(first.replace(",", ", ")))
