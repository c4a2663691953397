#!/usr/bin/env python3
"""A nightly training job: exports the latest version, trains, sends what the model says as a run, and evaluates it.

    PYTHONPATH=python python3 examples/nightly/nightly.py --dataset bolts

Exit code 1: the model is worse on TEST than that of the last night. SIGHTLINE_URL is the service, SIGHTLINE_TOKEN a
key of the dataset with the role of an editor; without them it is the local stack. A job on Cloud Run has no key: it calls
as its service account, which is an editor.
"""
import argparse
import json
import os
import pathlib
import sys
import tempfile
import urllib.parse
import urllib.request

from sightline import Sightline
from trainer import train

LOCAL = "http://127.0.0.1:5001/demo-sightline/us-central1"
# As it is the audience of the token, it ends without a slash.
URL = os.environ.get("SIGHTLINE_URL", LOCAL).rstrip("/")
NAME = "Nightly"


def token():
    """The key, or Google's ID token of the job's service account: asked for each time, because it ends after an hour."""
    if "CLOUD_RUN_JOB" not in os.environ:
        return os.environ.get("SIGHTLINE_TOKEN")
    host = os.environ.get("GCE_METADATA_HOST", "metadata.google.internal")
    query = urllib.parse.urlencode({"audience": URL, "format": "full"})
    path = "computeMetadata/v1/instance/service-accounts/default/identity"
    asked = urllib.request.Request(f"http://{host}/{path}?{query}", headers={"Metadata-Flavor": "Google"})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return answer.read().decode()


def main():
    parser = argparse.ArgumentParser(description="Trains from the latest version of a dataset of classes.")
    parser.add_argument("--dataset", required=True)
    dataset = Sightline(URL, token=token).datasets(parser.parse_args().dataset)

    version = dataset.versions.get("latest")["number"]
    with tempfile.TemporaryDirectory() as place:
        folder = dataset.versions.export(version, "imagefolder").unpack(os.path.join(place, "export"))
        said = "".join(json.dumps(each) + "\n" for each in train(pathlib.Path(folder)))

    nights = (run["number"] for run in dataset.runs.list() if (run["name"], run["state"]) == (NAME, "ready"))
    last = next(nights, None)
    run = dataset.runs.upload(NAME, said.encode(), trained_on=version)
    dataset.runs.finish(run)

    def accuracy(number):
        # A model that was judged on nothing is not good.
        return dataset.runs.evaluate(number, version=version)["report"]["accuracy"] or 0.0

    now, before = accuracy(run), 0.0 if last is None else accuracy(last)
    print(f"Run {run} of version {version}: accuracy {now:.3f}, the night before {before:.3f}")
    return 0 if now >= before else 1


if __name__ == "__main__":
    sys.exit(main())
