#!/bin/sh
# Deploys an ONNX file as an embedder to Cloud Run, and prints the EMBEDDER_URL of the deployment (docs/label/suggest.md). NAME must
# change with the file.
#
#     sh examples/embedder/deploy.sh model.onnx my-model-1 your-project us-central1
#
# Whoever knows the address may ask it, so it has a key. The key stays the same if KEY is given.
set -eu
model=$1 name=$2 project=$3 region=$4
key=${KEY:-$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
here=$(dirname "$0")
cp "$here/Dockerfile" "$here/embed.py" "$here/requirements.txt" "$place"
cp "$model" "$place/model.onnx"
gcloud run deploy sightline-embedder --project "$project" --region "$region" --source "$place" --allow-unauthenticated \
  --cpu 2 --memory 2Gi --concurrency 4 --max-instances 4 --set-env-vars "NAME=$name,KEY=$key" >&2
address=$(gcloud run services describe sightline-embedder --project "$project" --region "$region" --format 'value(status.url)')
echo "EMBEDDER_URL=$address/?key=$key"
