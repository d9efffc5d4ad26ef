#!/usr/bin/env bash
# Makes docs/run.png: the report of a quick run, as chromium shows it.
set -euo pipefail
cd "$(dirname "$0")/.."
isotune=${ISOTUNE:-target/release/isotune}
runs=${1:-checkpoints}
[ -e "$runs/quick/best.ron" ] || "$isotune" tune quick --runs "$runs"
page=$(mktemp --suffix=.html)
trap 'rm -f "$page"' EXIT
"$isotune" report quick --runs "$runs" -o "$page" --force
chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --blink-settings=preferredColorScheme=1 \
    --window-size=1100,1480 --virtual-time-budget=4000 --screenshot=docs/run.png "file://$page" 2> /dev/null
echo "docs/run.png"
