#!/bin/sh
# Chooses which trajectories a robot tries, in which order, within a limit on planning time. The data are in the text format of
# SCP_ListPrediction, the program of the paper's authors: one trajectory per line, a blank line between environments.
#
# The label is the probability that the trajectory succeeds, the size its planning time in milliseconds. A list succeeds if one
# of its trajectories does. Features describe a trajectory; similarity tells which corridor it takes.
set -eu
knap=${KNAP:-knap}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
awk -v RS= 'NR <= 16 { print $0 "\n" }' "$here/trajectories.txt" >past.txt
awk -v RS= 'NR > 16 { print $0 "\n" }' "$here/trajectories.txt" >new.txt
"$knap" train past.txt -o robot.knap --budget 200 --quiet

echo "== What the robot tries in environment 24, in this order, with 200 ms: environment, trajectory, milliseconds"
awk -v RS= 'NR == 24' "$here/trajectories.txt" | "$knap" pack -m robot.knap --budget 200 --quiet

echo
echo "== Probability of success in eight new environments"
"$knap" evaluate -m robot.knap --system lead --base lead --budgets 100,200,400 --curve success.svg new.txt
