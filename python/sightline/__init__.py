"""Sightline from Python: datasets, images, versions, imports, runs, suggestions, members and hooks.

    from sightline import Sightline

    sightline = Sightline("http://127.0.0.1:5001/demo-sightline/us-central1")
    sightline.datasets("bolts").versions.export("latest", "yolo").unpack("bolts")
"""
from .client import Sightline
from .dataset import Dataset
from .download import Download
from .errors import SightlineError
from .images import Image, encode_uri
from .monitor import Monitor
from .retry import RetryPolicy
from .sign_in import sign_in

__all__ = [
    "Dataset",
    "Download",
    "Image",
    "Monitor",
    "RetryPolicy",
    "Sightline",
    "SightlineError",
    "encode_uri",
    "sign_in",
]
__version__ = "0.2.0"
