#!/bin/sh
# Trains models/default.knap, the embedded model: scripts/train_default.sh KNAP DATA
#
# DATA is the folder of the English topics of MultiLing 2011. The same data and program give the same bytes.
set -eu
"$1" train "$2" -o "$(dirname "$0")/../models/default.knap" --budget 665b --lang en --seed 1
