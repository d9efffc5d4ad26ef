from collections.abc import Callable, Sequence
from typing import Optional

__version__: str

class IsotuneError(Exception):
    """What isotune refuses or cannot do, with the sentence that the command prints."""

    code: int
    """The exit code of the command: 1 failure, 2 bad input, 130 stopped."""

def main(arguments: Sequence[str]) -> int: ...
def call(
    arguments: Sequence[str],
    listener: Optional[Callable[[str], object]] = None,
    heuristics: Optional[Sequence[tuple[str, Callable[..., float]]]] = None,
) -> str: ...

class Session:
    def __new__(cls, arguments: Sequence[str]) -> Session: ...
    def ask(self, line: str) -> str: ...
    def close(self) -> None: ...
