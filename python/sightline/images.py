"""One image, and the images of a dataset."""
from __future__ import annotations

import base64
import re
import secrets
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union
from urllib.parse import quote

from .records import ListedImage, SetType
from .steps import Step, in_steps
from .transport import Request, Resource, Transport, given, listed


class Images:
    """The images of a dataset: listing, review, trash and links."""

    def __init__(self, dataset: Resource) -> None:
        self._dataset = dataset

    def list(
        self,
        *,
        tag: Union[str, Sequence[str], None] = None,
        set: Union[SetType, Sequence[SetType], None] = None,
        session: Optional[str] = None,
        monitor: Union[str, Sequence[str], None] = None,
        labelled: Optional[bool] = None,
        checked: Optional[bool] = None,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        thumbnails: Optional[bool] = None,
        page_size: int = 200,
        deadline: Optional[float] = None,
    ) -> Iterator[ListedImage]:
        """Newest first. Pages are fetched as they are needed. `from_` and `to`: Unix milliseconds, inclusive.

        tag, set, monitor: of several values, any: `set=["TRAIN", "TEST"]`.
        """
        query = given(
            tag=tag, set=set, session=session, monitor=monitor, labelled=labelled, checked=checked, to=to,
            thumbnails=thumbnails, limit=page_size,
        )  # fmt: skip
        query["from"] = from_
        return listed(self._dataset.at("images"), "images", query, deadline)

    def change(
        self, changes: Sequence[Dict[str, Any]], *, key: Optional[str] = None, deadline: Optional[float] = None
    ) -> List[Dict[str, Any]]:
        """Reviews up to 500 images: `[{"image": id, "tag": id, "decision": "accept"}]`. Returns an outcome for each.

        All attempts share one `key`, so each change is made once. With `seen`, the revision that you have seen, nothing
        changes if the image has another one by now.
        """
        asked = {"json": {"changes": list(changes)}, "key": key or secrets.token_hex(16), "deadline": deadline}
        outcomes: List[Dict[str, Any]] = self._dataset.at("images").ask("PATCH", **asked)["images"]
        return outcomes

    def change_all(
        self,
        select: Dict[str, Any],
        change: Dict[str, Any],
        *,
        key: Optional[str] = None,
        on_step: Step = None,
        deadline: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Makes one change of all images that a filter shows, in steps: how many are `done`, `stale` and `invalid`.

        select: `{"set": "TRAIN", "shown": 3617}`, filters of `list` and how many images they have shown; if there are more,
        nothing is changed. `at`, Unix milliseconds of the last hour: those of that time. Without it: those of now.
        change: `{"tag": id, "set": "TEST"}`. With the same `key`, it goes on where it was interrupted. deadline: of each step.
        """
        images = self._dataset.at("images")
        if "at" not in select:
            select = {**select, "at": images.ask("GET", query={"limit": 1}, deadline=deadline)["at"]}
        asked = {"json": {"select": select, "change": change}, "key": key or secrets.token_hex(16)}
        return in_steps(images, "PATCH", "left", on_step, deadline, **asked)

    def undo(self, change: str, *, on_step: Step = None, deadline: Optional[float] = None) -> Dict[str, Any]:
        """Takes such a change back, in steps: of images that nobody has changed since."""
        return in_steps(self._dataset.at("images"), "PATCH", "left", on_step, deadline, json={"undo": change})

    def trash(self, *, page_size: int = 200, deadline: Optional[float] = None) -> Iterator[Dict[str, Any]]:
        """The last rejected first."""
        return listed(self._dataset.at("trash"), "images", {"limit": page_size}, deadline)

    def restore(self, images: Sequence[str], *, deadline: Optional[float] = None) -> List[Dict[str, Any]]:
        """Restores up to 500 images from the trash."""
        asked = {"json": {"images": list(images)}, "deadline": deadline}
        outcomes: List[Dict[str, Any]] = self._dataset.at("trash", "restore").ask("POST", **asked)["images"]
        return outcomes

    def delete_trashed(self, images: Sequence[str], *, deadline: Optional[float] = None) -> List[Dict[str, Any]]:
        """Deletes up to 500 images of the trash for good. Those that are gone already are `not found`."""
        asked = {"json": {"images": list(images)}, "is_long": True, "deadline": deadline}
        outcomes: List[Dict[str, Any]] = self._dataset.at("trash").ask("DELETE", **asked)["images"]
        return outcomes

    def links(self, images: Sequence[str], *, deadline: Optional[float] = None) -> Dict[str, Any]:
        """`links` to up to 500 originals and their masks, and when they expire (Unix milliseconds)."""
        answer: Dict[str, Any] = self._dataset.at("links").ask(
            "POST", json={"images": list(images)}, deadline=deadline
        )
        return {"links": answer["links"], "expires": answer["expires"]}


def encode_uri(uri: str) -> str:
    """`uri`: `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or the encoded form `a--b.jpg`."""
    return re.sub("^gs://[^/]*/", "", uri).replace("/", "--")


class Image:
    """One stored image."""

    def __init__(self, uri: str, transport: Transport) -> None:
        #: Path of the object with `--` in place of each `/`.
        self.encoded_uri = encode_uri(uri)
        self._transport = transport

    def get_bytes(self, *, deadline: Optional[float] = None) -> Tuple[bytes, str]:
        """The image, and its media type."""

        def read(body: Any) -> Optional[str]:
            result = body.get("result") if isinstance(body, dict) else None
            return result if isinstance(result, str) and result.startswith("data:") else None

        uri = self._transport.call(Request("GET", self._path("getb64"), deadline=deadline), read)
        about, _, data = uri.partition(",")
        return base64.b64decode(data), about[len("data:") :].partition(";")[0]

    def detect(self, *, deadline: Optional[float] = None) -> List[Dict[str, Any]]:
        """Objects: `class`, `score`, and `bbox` as x, y, width and height, 0 to 1.

        Each detection costs money, so it is not retried once the vision service may have received it.
        """

        def read(body: Any) -> Optional[List[Dict[str, Any]]]:
            result = body.get("result") if isinstance(body, dict) else None
            return result if isinstance(result, list) else None

        request = Request("GET", self._path("detect"), is_repeatable=False, deadline=deadline)
        return self._transport.call(request, read)

    def delete(self, *, deadline: Optional[float] = None) -> None:
        """Deletes record, object and masks. Raises SightlineError 404 if the image does not exist."""
        resource = Resource(self._path("delete"), self._transport)
        resource.ask("DELETE", done_before=(404, {}), deadline=deadline)

    def put_mask(
        self,
        tag: str,
        png: bytes,
        *,
        seen: Optional[int] = None,
        mask: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> str:
        """Replaces a mask of a tag, or adds one: a PNG of the upright image's size, 0 is background. Returns its uri.

        Raises SightlineError 409 if the image has another revision than `seen`, or several masks of the tag and `mask`
        does not say which.
        """
        asked = {"query": given(tag=tag, seen=seen, mask=mask), "body": png, "media_type": "image/png"}
        resource = Resource(self._path("mask"), self._transport)
        uri: str = resource.ask("PUT", **asked, deadline=deadline)["uri"]
        return uri

    def delete_mask(
        self,
        tag: str,
        *,
        seen: Optional[int] = None,
        mask: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> None:
        """Raises SightlineError 409 as `put_mask` does."""
        resource = Resource(self._path("mask"), self._transport)
        resource.ask("DELETE", query=given(tag=tag, seen=seen, mask=mask), deadline=deadline)

    def _path(self, action: str) -> str:
        return f"/image/{action}/image/{quote(self.encoded_uri, safe='')}"
