#!/bin/sh
# Says what in the contract would break callers of an older one, offline: sh deploy/breaking.sh [COMMIT], else the last commit.
# No gate yet: until 0.1.0 the contract may change.
set -eu
cd "$(dirname "$0")/.."
. deploy/environment.sh
environment test
exec .venv/bin/buf breaking proto --against ".git#ref=$(git rev-parse "${1:-HEAD}"),subdir=proto"
