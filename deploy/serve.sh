#!/bin/sh
# Serves the game from a fresh clone; needs Python 3.11 and nothing else. Arguments go to `settlers serve`.
set -eu
cd "$(dirname "$0")/.."
. deploy/environment.sh
environment
exec .venv/bin/settlers serve "$@"
