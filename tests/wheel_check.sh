#!/usr/bin/env bash
# The wheel alone, in an empty environment, from another folder: the packaged sample must evaluate.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/.venv/bin/python" -m build --wheel --outdir "$work/dist" "$root" >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check -c "$root/constraints.txt" "$work"/dist/*.whl
cd "$work"
"$work/venv/bin/afterfold" eval --quiet >table.txt
run=$(echo reports/runs/*)
test -s "$run/report.html" && test -s "$run/verdict.json"
grep -q constraint table.txt
echo "wheel: evaluated the packaged sample from $work into $run"
