"""A dataset of labelled images."""
from __future__ import annotations

import json
import secrets
from typing import Any, Dict, Iterator, List, Literal, Optional, Sequence, cast

from .download import Download, open_download
from .images import Images
from .imports import Imports
from .managing import Hooks, Members
from .records import DatasetType, Group, Tagmap
from .runs import Runs
from .suggestions import Suggestions
from .transport import Request, Resource, given
from .versions import Versions


class Dataset:
    def __init__(self, id: str, resource: Resource) -> None:
        self.id = id
        self._resource = resource
        #: Listing, review, trash and links of the images.
        self.images = Images(resource)
        self.tags = Tags(resource.at("tag"))
        #: Immutable snapshots, and their exports for trainers.
        self.versions = Versions(resource.at("version"))
        #: Archives of images with labels, into this dataset.
        self.imports = Imports(resource.at("import"))
        #: What models say about the images, beside what people say.
        self.runs = Runs(resource.at("run"))
        #: Classes for images that nobody has labelled, and images that need a look.
        self.suggestions = Suggestions(resource)
        #: Addresses that are told what happens here.
        self.hooks = Hooks(resource.at("hook"))
        self.members = Members(resource.at("members"))

    def update(
        self,
        *,
        name: Optional[str] = None,
        type: Optional[DatasetType] = None,
        suggest: Optional[Literal["off", "builtin", "http"]] = None,
        detector: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> None:
        """The type can change only while the dataset has no images; otherwise SightlineError 409.

        suggest: what suggestions rest on; "off" removes what was seen of the pictures.
        detector: for the owner; https address to which pictures are sent instead of Cloud Vision, or "off".
        """
        self._resource.ask("PATCH", json=given(name=name, type=type, suggest=suggest, detector=detector), deadline=deadline)

    def delete(self, name: str, *, deadline: Optional[float] = None) -> float:
        """Hides the dataset at once. `name` is its name, as confirmation. Returns when it is deleted for good (Unix milliseconds)."""
        answer = self._resource.ask("DELETE", json={"confirm": name}, deadline=deadline)
        return cast(float, answer["until"])

    def restore(self, *, deadline: Optional[float] = None) -> None:
        """Restores a deleted dataset."""
        self._resource.at("restore").ask("POST", deadline=deadline)

    def keys(self, *, deadline: Optional[float] = None) -> List[Dict[str, Any]]:
        """The keys of its jobs, oldest first, by their `hash`: the first 12 characters of the SHA-256."""
        return cast(List[Dict[str, Any]], self._resource.at("keys").ask("GET", deadline=deadline)["keys"])

    def create_key(
        self, name: str, role: Literal["viewer", "editor"], *, deadline: Optional[float] = None
    ) -> Dict[str, str]:
        """For jobs, which have this role here and none anywhere else. Returns `key`, shown only here, and `hash`.

        Not retried once it may have been made.
        """
        asked = {"json": {"name": name, "role": role}, "is_repeatable": False}
        return cast(Dict[str, str], self._resource.at("keys").ask("POST", **asked, deadline=deadline))

    def revoke_key(self, hash: str, *, deadline: Optional[float] = None) -> None:
        """It stops working within seconds."""
        self._resource.at("keys", hash).ask("DELETE", deadline=deadline)

    def refresh_counters(self, *, deadline: Optional[float] = None) -> None:
        """Recounts images and annotations from the records."""
        self._resource.at("refreshCounters").ask("POST", is_long=True, deadline=deadline)

    def csv(
        self,
        *,
        test: Optional[float] = None,
        validation: Optional[float] = None,
        group: Optional[Group] = None,
        tagmap: Optional[Tagmap] = None,
        link: Optional[bool] = None,
        deadline: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Writes a training file next to the images: `name` of the dataset, `dataset`: the gs:// uri of the file.

        Not retried once it may have started, because each call writes a file.
        """

        def read(body: Any) -> Optional[Dict[str, Any]]:
            result = body.get("result") if isinstance(body, dict) and body.get("status") == "success" else None
            if not isinstance(result, dict) or not isinstance(result.get("training"), dict):
                return None
            return {**result, **result["training"]}

        labels = json.dumps(tagmap) if isinstance(tagmap, dict) else tagmap
        query = given(test=test, validation=validation, group=group, tagmap=labels, link=link)
        resource = self._resource.at("csv")
        request = Request("GET", resource.path, query, is_repeatable=False, is_long=True, deadline=deadline)
        found = resource.transport.call(request, read)
        return {name: value for name, value in found.items() if name not in ("error", "training")}

    def download_zip(
        self, images: Sequence[str], *, upright: Optional[bool] = None, deadline: Optional[float] = None
    ) -> Download:
        """Images as an archive. `images`: ids or gs:// uris. `upright`: JPEGs are turned as their EXIF says, without EXIF data."""
        query = {"redirect": False, "upright": upright}
        asked = {"query": query, "json": {"images": list(images)}}
        is_link = lambda kind: not kind.startswith("application/zip")  # noqa: E731
        return open_download(self._resource.at("downloadZip"), "POST", is_link, deadline, **asked)

    def crops(
        self, tag: str, *, page_size: int = 50, after: Optional[str] = None, deadline: Optional[float] = None
    ) -> Iterator[Dict[str, Any]]:
        """The crops of a tag's annotations, one image after the other. `after`: id of the image to continue after."""
        resource = self._resource.at("annotationsCrops", tag)
        while True:
            query = given(limit=page_size, after=after)
            request = Request("GET", resource.path, query=query, is_long=True, deadline=deadline)
            page = resource.transport.call(request, lambda body: body if isinstance(body, list) else None)
            yield from page
            # The crops of one image are never split, so a page may be short. Only an empty page is the end.
            if not page:
                return
            after = page[-1]["imageId"]


class Tags:
    """The tags of a dataset. Fields: `name`, `color` (CSS), `key` (one character), `order`, `unclassified`."""

    def __init__(self, resource: Resource) -> None:
        self._resource = resource

    def create(self, name: str, *, deadline: Optional[float] = None, **fields: Any) -> str:
        """Returns the new tag's id."""
        asked = {"json": {"name": name, **fields}, "key": secrets.token_hex(16)}
        return cast(str, self._resource.ask("POST", **asked, deadline=deadline)["id"])

    def update(self, id: str, *, deadline: Optional[float] = None, **fields: Any) -> None:
        self._resource.at(id).ask("PATCH", json=fields, deadline=deadline)

    def delete(self, id: str, into: Optional[str] = None, *, deadline: Optional[float] = None) -> None:
        """`into`: the tag that takes over its images; without it, deleting a tag that is in use is SightlineError 409."""
        self._resource.at(id).ask("DELETE", json=given(into=into), is_long=True, deadline=deadline)
