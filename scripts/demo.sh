#!/bin/sh
# The main job on what the repository ships: `make demo`.
set -eu
KNAP=$1 sh "$(dirname "$0")/../examples/context_window.sh"
