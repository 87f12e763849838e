#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The lines of an invented centre are found.    centre_test.sh PYTHON WORKLINES
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
PYTHONDONTWRITEBYTECODE=1 "$1" "$here/../worlds/centre.py" "$world" --scale 0.5
"$1" "$here/lines_score.py" "$world" --worklines "$2" --from 2026-03-01 --to 2026-05-01 --least 0.95
