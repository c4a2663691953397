#!/bin/sh
# Serves an ONNX file as an embedder for a Sightline on this machine (docs/label/suggest.md). NAME must change with the file.
#
#     sh examples/embedder/serve.sh model.onnx my-model-1
#
# Beside it: EMBEDDER_URL=http://127.0.0.1:8080/ npm start
set -eu
MODEL=$1 NAME=$2
here=$(dirname "$0")
place=${EMBEDDER_VENV:-$here/.venv}
[ -x "$place/bin/python" ] || { python3 -m venv "$place" && "$place/bin/pip" install -q -r "$here/requirements.txt"; }
export MODEL NAME HOST="${HOST:-127.0.0.1}"
exec "$place/bin/python" "$here/embed.py"
