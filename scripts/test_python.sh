#!/bin/sh
# Runs the tests of the Python package in the virtual environment VENV, and says which were left out: test_python.sh VENV
set -eu
venv=$1
if ! "$venv/bin/python" -c 'import knap, pytest' 2>/dev/null; then
    echo "Left out: the tests of the Python package. 'make test-python' installs what they need and runs them."
    exit 0
fi
exec "$venv/bin/python" -m pytest
