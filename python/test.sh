#!/usr/bin/env bash
# Builds the wheel, installs it into fresh virtual environments, and tests it there. Installs maturin when it is missing.
# Usage: python/test.sh [PYTHON...]; ISOTUNE names the program to compare with.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$root/python/target
pythons=("${@:-python3}")
tools=$work/tools
mkdir -p "$work"
if command -v maturin > /dev/null; then
    maturin=maturin
else
    [ -x "$tools/bin/maturin" ] || { python3 -m venv "$tools" && "$tools/bin/pip" install -q 'maturin>=1.7,<2'; }
    maturin=$tools/bin/maturin
fi
rm -rf "$work/wheels"
# In its own folder, whose settings build for any processor of x86-64-v3.
(cd "$root/python" && "$maturin" build --release --locked -q -o "$work/wheels")
wheel=$(ls "$work"/wheels/*.whl)
size=$(stat -c %s "$wheel")
echo "$(basename "$wheel"): $size bytes"
[ "$size" -lt 6000000 ] || { echo "the wheel has $size bytes, more than 6 MB" >&2; exit 1; }
# Tests the wheel with a Python, in an environment of its own.
test_with() {
    local python=$1 place
    place=$(mktemp -d)
    "$python" -m venv "$place/venv"
    # Nothing but the wheel: neither Rust nor another package is needed.
    "$place/venv/bin/pip" install -q --no-index "$wheel"
    mkdir "$place/work"
    cd "$place/work"
    "$place/venv/bin/python" --version
    "$place/venv/bin/python" -B "$root/python/tests/test_package.py"
    rm -rf "$place"
}
# At the same time: the tests wait for processes most of the time.
tests=()
for python in "${pythons[@]}"; do
    test_with "$python" > "$work/test.${#tests[@]}" 2>&1 &
    tests+=($!)
done
failed=0
for number in "${!tests[@]}"; do
    wait "${tests[$number]}" || failed=1
    cat "$work/test.$number"
done
[ "$failed" = 0 ]
# The examples, and the notebook, need packages.
python=${pythons[0]}
rm -rf "$work/venv"
"$python" -m venv "$work/venv"
"$work/venv/bin/pip" install -q "$wheel"
if "$work/venv/bin/pip" install -q cma nevergrad optuna cmaes pandas polars matplotlib nbclient ipykernel nbformat mypy; then
    "$work/venv/bin/python" -B "$root/python/tests/test_examples.py"
    "$work/venv/bin/mypy" --strict --ignore-missing-imports -p isotune --cache-dir "$work/mypy"
else
    echo "skipped: examples and types, as their packages cannot be installed"
fi
