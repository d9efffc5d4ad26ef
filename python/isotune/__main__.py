"""`python -m isotune` is the command `isotune`."""

from isotune._command import main

main()
