"""The command `isotune`."""

from __future__ import annotations

import signal
import sys

from isotune import _native


def main() -> None:
    # The program handles signals itself; where it does not, they end it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.main(["isotune", *sys.argv[1:]]))
