#!/bin/sh
# A nightly training job: makes a version, exports it, trains, sends what the model says as a run, and evaluates it.
#
#     sh examples/nightly/nightly.sh bolts
#
# Exit code 3: the model is worse on TEST than that of the last night, whose number is in the file last-run of the folder
# where it runs. SIGHTLINE_URL is the service, SIGHTLINE_TOKEN a key of the dataset with the role of an editor; SIGHTLINE is the
# command line, TRAINER whatever learns from a folder and prints predictions. As a Cloud Run job whose service account is an
# editor, without a key:
#
#     SIGHTLINE_TOKEN=$(curl -s -H 'Metadata-Flavor: Google' "http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/identity?format=full&audience=$SIGHTLINE_URL")
#     export SIGHTLINE_TOKEN
set -eu
dataset=$1
sightline=${SIGHTLINE:-npx sightline}
trainer=${TRAINER:-python3 $(dirname "$0")/trainer.py}
last=$(cat last-run 2> /dev/null || true)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

version=$($sightline version make --dataset "$dataset" --name Nightly)
$sightline export "$version" --dataset "$dataset" --format imagefolder --to "$place/export" > /dev/null
$trainer "$place/export" > "$place/said.ndjson"
run=$($sightline run send "$place/said.ndjson" --dataset "$dataset" --name Nightly-sh --trained-on "$version")
echo "$run" > last-run
$sightline run evaluate "$run" --dataset "$dataset" --version "$version" ${last:+--fail-below-run "$last"}
