#!/usr/bin/env bash
# Makes docs/run.png: the report of a quick run, as chromium shows it.
set -euo pipefail
cd "$(dirname "$0")/.."
isotune=${ISOTUNE:-target/release/isotune}
runs=${1:-checkpoints}
[ -e "$runs/quick/best.ron" ] || "$isotune" tune quick --runs "$runs"
page=$(mktemp --suffix=.html)
profile=$(mktemp -d)
trap 'rm -rf "$page" "$profile"' EXIT
"$isotune" report quick --runs "$runs" -o "$page" --force
chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$profile" \
    --blink-settings=preferredColorScheme=1 --window-size=1100,1480 --screenshot=docs/run.png "file://$page" 2> /dev/null
echo "docs/run.png"
