"""What models say about the images of a dataset, beside what people say. A run changes no label."""
from __future__ import annotations

import secrets
from typing import Any, Dict, Iterator, List, Literal, Optional, Sequence, cast

from .download import Download, open_export
from .records import (
    CheckedRun,
    Comparison,
    Evaluation,
    ReadyRun,
    Run,
    RunFileFormat,
    RunOrder,
    SetType,
    Tagmap,
    TrainingSet,
    VersionNumber,
)
from .steps import Step, in_steps
from .transport import Resource, given, listed, start_deadline
from .upload import Progress, Source, opened, send_file


class Runs:
    def __init__(self, resource: Resource) -> None:
        self._resource = resource

    def make(
        self,
        name: str,
        *,
        model: Optional[str] = None,
        trained_on: Optional[int] = None,
        live: Optional[bool] = None,
        source: Optional[Literal["detect"]] = None,
        filter: Optional[Dict[str, Any]] = None,
        key: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Begins a run: its `number`, and the `upload` that takes its file.

        trained_on: number of the version that the model was trained on.
        live: an open run, which is told its predictions while images arrive.
        source: "detect" for a run of the dataset's detector, or Cloud Vision, which `detect` makes.
        filter: of such a run, the images that it looks at, such as `{"set": "TEST"}`; all without it.
        """
        asked = given(name=name, model=model, trainedOn=trained_on, live=live, source=source, filter=filter)
        key = key or secrets.token_hex(16)
        return cast(Dict[str, Any], self._resource.ask("POST", json=asked, key=key, deadline=deadline))

    def list(self, *, page_size: int = 50, deadline: Optional[float] = None) -> Iterator[Run]:
        """Highest number first. Pages are fetched as they are needed."""
        return listed(self._resource, "runs", {"limit": page_size}, deadline)

    def get(self, number: int, *, deadline: Optional[float] = None) -> Run:
        return cast(Run, self._resource.at(number).ask("GET", deadline=deadline))

    def upload(
        self,
        name: str,
        file: Source,
        *,
        model: Optional[str] = None,
        trained_on: Optional[int] = None,
        on_progress: Progress = None,
        deadline: Optional[float] = None,
    ) -> int:
        """Begins a run and sends its file; `check` and `finish` read it. Returns the run's number."""
        left = start_deadline(deadline)
        with opened(file) as (content, size, _):
            made = self.make(name, model=model, trained_on=trained_on, deadline=deadline)
            send_file(made["upload"], content, size, self._resource.transport.retry, on_progress, left())
        return cast(int, made["number"])

    def check(
        self,
        number: int,
        *,
        format: Optional[RunFileFormat] = None,
        tagmap: Optional[Tagmap] = None,
        version: Optional[VersionNumber] = None,
        score: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> CheckedRun:
        """What the file of a run says; changes nothing.

        version: by whose exports the file names images and classes. score: of predictions that have none.
        """
        asked = given(format=format, tagmap=tagmap, version=version, score=score)
        return cast(CheckedRun, self._post(number, "check", deadline, json=asked, is_long=True))

    def finish(
        self,
        number: int,
        *,
        format: Optional[RunFileFormat] = None,
        tagmap: Optional[Tagmap] = None,
        version: Optional[VersionNumber] = None,
        score: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> ReadyRun:
        """Makes a run of its file, read as `check` does. If a call was interrupted, the next one begins again."""
        asked = given(format=format, tagmap=tagmap, version=version, score=score)
        return cast(ReadyRun, self._post(number, "make", deadline, json=asked, is_long=True))

    def predict(
        self, number: int, predictions: Sequence[Dict[str, Any]], *, deadline: Optional[float] = None
    ) -> Dict[str, Any]:
        """Tells an open run what the model said of at most 500 images: `[{"image": id, "predictions": [{"tag": id, "score": 0.9}]}]`.

        The same image again replaces what was said before. Returns how many were `kept`, and the `unknown` images.
        """
        asked = {"predictions": list(predictions)}
        return cast(Dict[str, Any], self._post(number, "predictions", deadline, json=asked))

    def close(self, number: int, *, deadline: Optional[float] = None) -> ReadyRun:
        """Closes an open run. If a call was interrupted, the next one continues."""
        return cast(ReadyRun, self._post(number, "close", deadline, is_long=True))

    def detect(self, number: int, *, on_step: Step = None, deadline: Optional[float] = None) -> Dict[str, Any]:
        """Runs the detector over the images of a run that was made with `source="detect"`, in steps, until it is ready.

        If a call was interrupted, or the detector was away, the next one continues. `deadline`: of each step. Returns how many
        images were `done`, how many `failed`, and the predictions that were `lost`, by what the detector calls them.
        """
        return in_steps(self._resource.at(number, "detect"), "POST", "left", on_step, deadline)

    def delete(self, number: int, *, deadline: Optional[float] = None) -> None:
        self._resource.at(number).ask("DELETE", deadline=deadline)

    def evaluate(
        self,
        number: int,
        *,
        version: VersionNumber = "latest",
        set: Optional[TrainingSet] = None,
        iou: Optional[float] = None,
        threshold: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> Evaluation:
        """How well a run agrees with a version, on TEST unless `set` says another. Asked again, it answers at once.

        iou: what a right prediction overlaps at least (0.5); not for images with classes.
        threshold: predictions with lower scores are not in the confusion matrix.
        """
        asked = given(version=version, set=set, iou=iou, threshold=threshold)
        return cast(Evaluation, self._post(number, "evaluate", deadline, json=asked, is_long=True))

    def compare(
        self,
        a: int,
        b: int,
        *,
        version: VersionNumber = "latest",
        set: Optional[TrainingSet] = None,
        deadline: Optional[float] = None,
    ) -> Comparison:
        """Two runs on the same images of a version: each figure with its difference, b less a, and its interval."""
        asked = {"query": given(version=version, set=set), "is_long": True, "deadline": deadline}
        return cast(Comparison, self._resource.at(a, "compare", b).ask("GET", **asked))

    def images(
        self,
        number: int,
        *,
        order: Optional[RunOrder] = None,
        label: Optional[str] = None,
        predicted: Optional[str] = None,
        min_score: Optional[float] = None,
        set: Optional[SetType] = None,
        against: Optional[int] = None,
        image: Optional[str] = None,
        page_size: int = 100,
        deadline: Optional[float] = None,
    ) -> Iterator[Dict[str, Any]]:
        """Images by how predictions and labels disagree. Pages are fetched as they are needed.

        label, predicted: tag id of a label, and of the prediction at the same place; `""`: nothing is there.
        against: number of another run: only images where this one has more of the order.
        image: only this one, also where the order would leave it out.
        """
        query = given(order=order, predicted=predicted, minScore=min_score, set=set, against=against)
        query |= given(image=image, limit=page_size)
        query["class"] = label
        return listed(self._resource.at(number, "images"), "images", query, deadline)

    def review(
        self,
        number: int,
        count: int,
        *,
        order: Optional[RunOrder] = None,
        spread: Optional[Literal["session", "none"]] = None,
        deadline: Optional[float] = None,
    ) -> List[str]:
        """Sends the first images of an order to review. Returns their ids."""
        asked = given(count=count, order=order, spread=spread)
        return cast(List[str], self._post(number, "review", deadline, json=asked)["images"])

    def export(
        self,
        number: int,
        format: Literal["coco", "yolo", "ndjson"],
        *,
        version: Optional[VersionNumber] = None,
        deadline: Optional[float] = None,
    ) -> Download:
        """What a run says. `version`, of coco and yolo: in whose exports images and classes have these numbers and names."""
        return open_export(self._resource.at(number, "export"), deadline, format=format, version=version)

    def _post(self, number: int, action: str, deadline: Optional[float], **asked: Any) -> Any:
        return self._resource.at(number, action).ask("POST", deadline=deadline, **asked)
