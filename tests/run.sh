#!/bin/sh
# Runs every gate in order and stops at the first that fails. Arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."
. deploy/environment.sh
environment test
PATH="$PWD/.venv/bin:$PATH"

gate() {
    echo "── $*"
    "$@" || { echo "── FAILED: $*" >&2; exit 1; }
}

gate ruff format --check --quiet .
gate ruff check --quiet .
gate mypy
if [ -n "$(find proto -name '*.proto')" ]; then
    gate buf lint proto
    gate buf format --diff --exit-code proto
fi
gate lint-imports --no-logo
gate hadolint deploy/Dockerfile
gate pytest --numprocesses auto "$@"
echo "── Passed: format, lint, types, contract, imports, image, tests${*:+ (pytest $*)}."
