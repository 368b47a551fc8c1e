#!/bin/sh
# Makes models/default.knap, the model that the program carries: scripts/train_default.sh KNAP DATA, where DATA is the
# folder of MultiLing 2011's English topics. The same data and program give the same bytes.
set -eu
"$1" train "$2" -o "$(dirname "$0")/../models/default.knap" --budget 665b --lang en --seed 1
