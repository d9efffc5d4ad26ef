"""Looks whether the processor has what the native half was built for."""

from __future__ import annotations

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


def check() -> None:
    """Raises an ImportError, in place of an illegal instruction, on a processor that is too old."""
    if not sys.platform.startswith("linux") or platform.machine() not in ("x86_64", "AMD64"):
        return
    try:
        with open("/proc/cpuinfo") as file:
            lacking = missing(file.read())
    except OSError:
        return
    if lacking:
        raise ImportError(
            "this build of isotune needs a processor with AVX2 and BMI2 (x86-64-v3), but this one lacks {}; build it "
            "here from its source, 'cargo build --release'".format(", ".join(lacking))
        )
