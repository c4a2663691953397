"""What calls answer. `openapi.yaml` describes every field; a test compares the two."""
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

DatasetType = Literal["MULTICLASS", "MULTILABEL", "ANOMALY", "imageObjectDetection"]
SetType = Literal["TRAIN", "TEST", "VALIDATION", "PREDETERMINED", "REVIEW"]
TrainingSet = Literal["TRAIN", "TEST", "VALIDATION"]
Group = Literal["burst", "minute", "session", "image"]
Choice = Literal["include", "exclude"]
ExportFormat = Literal[
    "csv", "vertex-csv", "vertex-jsonl", "ndjson", "yolo", "coco", "voc", "imagefolder", "masks", "sightline"
]
RunFileFormat = Literal["ndjson", "coco", "ultralytics", "yolo", "vertex", "labelstudio"]
RunOrder = Literal["disagreement", "uncertain", "missed", "extra", "score"]
#: The number of a version, or the last ready one.
VersionNumber = Union[int, Literal["latest"]]
#: Labels by tag id or name; None leaves a tag out. The short form `name:label,name:label` works too.
Tagmap = Union[str, Dict[str, Optional[str]]]


class _ListedDataset(TypedDict, total=False):
    tags: List[Dict[str, Any]]
    #: When it is deleted for good, Unix milliseconds; only of deleted datasets.
    deleted: float


class ListedDataset(_ListedDataset):
    id: str
    name: str
    type: DatasetType
    role: str
    imageCounter: int
    #: What suggestions rest on.
    suggest: Literal["off", "builtin", "http"]
    #: Address of its own detector; "off": Cloud Vision.
    detector: str


class _ListedImage(TypedDict, total=False):
    #: While `checked`: a person has accepted it outside REVIEW, where it had a label already.
    confirmed: Literal[True]
    #: Its class was suggested by a run and accepted in bulk; no person has checked it.
    suggested: Dict[str, str]
    thumbnail: str


class ListedImage(_ListedImage):
    """Times are Unix milliseconds; x, y, w, h of `tags` are shares of the upright image."""

    id: str
    uri: str
    name: str
    tag: Optional[str]
    tags: List[Dict[str, Any]]
    masks: List[Dict[str, str]]
    set: SetType
    setBefore: Optional[SetType]
    review: Optional[Dict[str, Any]]
    checked: bool
    date: float
    monitor: Optional[str]
    session: str
    width: int
    height: int
    revision: int


class MadeVersion(TypedDict):
    """hash: SHA-256 of the manifest."""

    number: int
    hash: str
    counts: Dict[str, Any]


class _Failed(TypedDict, total=False):
    #: Why it failed.
    reason: str


class _VersionFacts(_Failed):
    number: int
    name: str
    note: str
    by: str
    createdAt: float
    state: Literal["building", "ready", "failed"]
    hash: str


class ListedVersion(_VersionFacts):
    """createdAt: Unix milliseconds. images: how many."""

    images: int


class Version(_VersionFacts):
    counts: Optional[Dict[str, Any]]
    parameters: Dict[str, Any]
    #: What it can be exported as, and what each format cannot hold.
    formats: List[Dict[str, Any]]


class CheckedImport(TypedDict):
    """What an import would bring."""

    format: str
    images: int
    unlabelled: int
    labels: List[Dict[str, Any]]
    sets: Dict[str, int]
    unread: Dict[str, Any]
    notes: List[str]
    noteCodes: List[Dict[str, Any]]
    understood: bool


class ImportState(TypedDict):
    """How far an import is: `progress` counts `total`, `done`, `added`, `known` and `failed`."""

    state: Literal["running", "done"]
    format: str
    progress: Dict[str, int]
    unread: Dict[str, Any]


class Run(_Failed):
    """What one model said about the images of a dataset."""

    number: int
    name: str
    model: str
    source: Literal["upload", "live", "detect", "builtin"]
    trainedOn: Optional[int]
    state: Literal["open", "building", "ready", "failed"]
    hash: str
    counts: Optional[Dict[str, Any]]
    by: str
    createdAt: float


class CheckedRun(TypedDict):
    """What the file of a run says, and what of it is left out."""

    format: RunFileFormat
    images: int
    empty: int
    predictions: int
    labels: List[Dict[str, Any]]
    unmatched: Dict[str, Any]
    lost: Dict[str, int]


class ReadyRun(TypedDict):
    """hash: SHA-256 of the run's file."""

    number: int
    hash: str
    counts: Dict[str, Any]


class Evaluation(TypedDict):
    """report: its fields are in docs/models.md: `accuracy` of classes, `coco` of boxes and masks, and more."""

    version: int
    report: Dict[str, Any]


class Comparison(TypedDict):
    """Each of `figures` has `figure, class, a, b, difference, interval`; `difference` is b less a."""

    version: int
    kind: Literal["classes", "boxes", "masks"]
    images: int
    bursts: int
    uncovered: Dict[str, Any]
    unreadable: int
    figures: List[Dict[str, Any]]
