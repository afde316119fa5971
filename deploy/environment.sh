# Sourced, from the root of the clone: makes .venv what this version of the project needs, and does nothing when it is that already.
#   environment          what the service needs
#   environment test     what the gates need besides
# The install is editable, so a change of code needs none; a change of the contract or of the dependencies does.

fail() {
    echo "settlers: $*" >&2
    exit 1
}

# The first Python that is new enough: $PYTHON, else the usual names.
find_python() {
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && return
    done
    fail "needs Python 3.11 or newer; ${PYTHON:-python3} is $("${PYTHON:-python3}" --version 2>/dev/null || echo missing). Name one: PYTHON=python3.12 sh $0"
}

make_venv() {
    find_python
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        fail "$python comes without its venv module. On Debian and Ubuntu: apt-get install python3-venv"
    "$python" -m venv --clear .venv || fail "could not make .venv with $python"
}

# Whole, and made here: the scripts of one that was moved or copied still run the Python of its old place.
is_sound() {
    grep -qsF "$(pwd -P)/.venv/bin" .venv/bin/pip && .venv/bin/python -m pip --version >/dev/null 2>&1
}

# What an install depends on.
fingerprint() {
    {
        pwd -P
        cat pyproject.toml deploy/constraints.txt deploy/environment.sh
        find proto -name '*.proto' -o -name build.py | sort | xargs cat
    } | cksum
}

environment() {
    wanted="$(fingerprint)" stamp=.venv/settlers-stamp
    [ -x .venv/bin/python ] && [ -f $stamp ] && case "$(cat $stamp)" in "$wanted${1:+ $1}" | "$wanted test") return ;; esac

    echo "settlers: preparing .venv, a minute the first time ..." >&2
    is_sound || make_venv
    rm -f $stamp
    # The build tools stand in the same lock, outside pip's build isolation, which no constraint reaches in every pip.
    pip="env PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip install --quiet --constraint deploy/constraints.txt"
    $pip hatchling grpcio-tools && $pip --no-build-isolation --editable ".${1:+[$1]}" || fail "the install failed; pip's reason stands above."
    echo "$wanted${1:+ $1}" >$stamp
}
