"""Runs a program in a pseudo-terminal, presses keys, and prints what it showed as JSON.

Usage: keys.py COLUMNS ROWS STEPS PROGRAM [ARGUMENT...]

STEPS is a JSON list: ["wait", TEXT] until the last screen contains the text, ["see", TEXT] until anything does, ["press", KEYS], ["resize", COLUMNS, ROWS],
["signal", NUMBER], ["shell", COMMAND], ["mark"], which sets a flag of the terminal's mode. A screen is what follows the
cursor's way home. The answer has the screens that were waited for, whether the flag was set at each mark, everything
that was written, the exit code, and whether the mode of the terminal is the one from before.
"""

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

SECONDS = 120
columns, rows, steps = int(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
master, slave = pty.openpty()


def resize(columns, rows):
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def take_terminal():
    # nohup ignores SIGHUP, which children inherit; the program must end when its terminal is closed.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


resize(columns, rows)
before = termios.tcgetattr(slave)
child = subprocess.Popen(sys.argv[4:], stdin=slave, stdout=slave, stderr=slave, preexec_fn=take_terminal)
output = b""


def read(seconds):
    global output
    if select.select([master], [], [], seconds)[0]:
        output += os.read(master, 65536)
        return True
    return False


def screen():
    """The last whole screen, as lines without styles."""
    frames = output.decode(errors="replace").split("\x1b[H")[1:]
    end = "\x1b[?2026l"
    whole = [frame.split(end)[0] for frame in frames if end in frame]
    text = re.sub("\x1b\\[[0-9;]*m", "", whole[-1]) if whole else ""
    return re.split("\r+\n", text)


def wait(text):
    begun = time.monotonic()
    while text not in "\n".join(screen()):
        read(0.05)
        if child.poll() is not None or time.monotonic() - begun > SECONDS:
            sys.exit(f"never shown: {text!r}; the last screen:\n" + "\n".join(screen()) + f"\n{output[-2000:]!r}")
    return screen()


def see(text):
    begun = time.monotonic()
    while text not in output.decode(errors="replace"):
        read(0.05)
        if child.poll() is not None or time.monotonic() - begun > SECONDS:
            sys.exit(f"never written: {text!r}; the end of all:\n{output[-2000:]!r}")


def mark():
    """Sets a flag of the mode that keys do not need, and returns whether it was set."""
    mode = termios.tcgetattr(slave)
    was_set = bool(mode[0] & termios.ISTRIP)
    mode[0] |= termios.ISTRIP
    termios.tcsetattr(slave, termios.TCSANOW, mode)
    return was_set


screens, marks = [], []
for kind, *values in steps:
    if kind == "wait":
        screens.append(wait(*values))
    elif kind == "see":
        see(*values)
    elif kind == "press":
        os.write(master, values[0].encode())
    elif kind == "resize":
        resize(*values)
    elif kind == "signal":
        child.send_signal(values[0])
    elif kind == "shell":
        subprocess.run(values[0], shell=True, check=True)
    elif kind == "mark":
        marks.append(mark())
begun = time.monotonic()
while child.poll() is None and time.monotonic() - begun < SECONDS:
    read(0.05)
if child.poll() is None:
    child.kill()
    sys.exit("it does not end")
while read(0.05):
    pass
restored = termios.tcgetattr(slave) == before
text = output.decode(errors="replace")
print(json.dumps({"screens": screens, "marks": marks, "output": text, "code": child.returncode, "restored": restored}))
