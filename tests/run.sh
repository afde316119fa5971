#!/bin/sh
# Runs every gate in order and stops at the first that fails. Arguments go to pytest, but for
#   --all-clients    tries the clients in every language, not only those in Python and TypeScript (see deploy/clients.txt)
set -eu
cd "$(dirname "$0")/.."
. deploy/environment.sh
environment test
PATH="$PWD/.venv/bin:$PATH"

gate() {
    echo "── $*"
    "$@" || { echo "── FAILED: $*" >&2; exit 1; }
}

for argument; do
    shift
    case "$argument" in
    --all-clients) export ALL_CLIENTS=1 ;;
    *) set -- "$@" "$argument" ;;
    esac
done

[ -z "${ALL_CLIENTS:-}" ] || gate python -m tests.clients.programs
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
