"""Looks whether the processor has what the native half was built for."""

from __future__ import annotations

import os
import platform
import sys

# x86-64-v3 as Linux names its parts.
NEEDED = ("avx2", "bmi1", "bmi2", "fma", "movbe", "popcnt", "abm")


def missing(cpuinfo: str) -> list[str]:
    """Returns what a text in the form of /proc/cpuinfo lacks; nothing if it does not say."""
    for line in cpuinfo.splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "flags":
            flags = value.split()
            return [part for part in NEEDED if part not in flags]
    return []


def is_command() -> bool:
    """Returns whether this is the command `isotune` or `python -m isotune`, whose name is still -m while it is imported."""
    name = os.path.basename(sys.argv[0]) if getattr(sys, "argv", None) else ""
    return name in ("isotune", "-m")


def check() -> None:
    """Raises an ImportError, in place of an illegal instruction, on a processor that is too old.

    The command ends with the same sentence and the code of bad input.
    """
    if not sys.platform.startswith("linux") or platform.machine() not in ("x86_64", "AMD64"):
        return
    try:
        with open("/proc/cpuinfo") as file:
            lacking = missing(file.read())
    except OSError:
        return
    if not lacking:
        return
    sentence = (
        "this build of isotune needs a processor with AVX2 and BMI2 (x86-64-v3), but this one lacks {}; build it here from "
        "its source, 'cargo build --release'".format(", ".join(lacking))
    )
    if is_command():
        sys.stderr.write("error: {}\n".format(sentence))
        sys.exit(2)
    raise ImportError(sentence)
