"""Immutable snapshots of a dataset, and their exports for trainers."""
from __future__ import annotations

import secrets
from typing import Any, Dict, Iterator, Literal, Optional, cast

from .download import Download, open_export
from .records import Choice, ExportFormat, Group, ListedVersion, MadeVersion, Tagmap, Version, VersionNumber
from .transport import Resource, given, listed


class Versions:
    def __init__(self, resource: Resource) -> None:
        self._resource = resource

    def make(
        self,
        *,
        name: Optional[str] = None,
        note: Optional[str] = None,
        test: Optional[float] = None,
        validation: Optional[float] = None,
        group: Optional[Group] = None,
        tagmap: Optional[Tagmap] = None,
        save: Optional[bool] = None,
        filter: Optional[Dict[str, Any]] = None,
        inference: Optional[Choice] = None,
        unchecked: Optional[Choice] = None,
        key: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> MadeVersion:
        """Makes a version of the images as they are now.

        test, validation: percent of the images. Both absent mean 10 and 10; if one is given, the other is 0.
        save: the images keep the sets that the split gave them.
        inference: annotations of models that no person has accepted; included by default.
        unchecked: images without any label that nobody has checked; excluded by default from datasets of boxes or masks.
        key: all attempts share one, so an attempt whose connection broke is continued, and one version is made.
        """
        asked = given(
            name=name, note=note, test=test, validation=validation, group=group, tagmap=tagmap, save=save,
            filter=filter, inference=inference, unchecked=unchecked,
        )  # fmt: skip
        key = key or secrets.token_hex(16)
        return cast(MadeVersion, self._resource.ask("POST", json=asked, key=key, is_long=True, deadline=deadline))

    def preview(
        self,
        *,
        test: Optional[float] = None,
        validation: Optional[float] = None,
        group: Optional[Group] = None,
        tagmap: Optional[Tagmap] = None,
        filter: Optional[Dict[str, Any]] = None,
        inference: Optional[Choice] = None,
        unchecked: Optional[Choice] = None,
        deadline: Optional[float] = None,
    ) -> Dict[str, Any]:
        """The counts that a version would have now, of each set and class. Nothing is written."""
        asked = given(
            test=test, validation=validation, group=group, tagmap=tagmap,
            filter=filter, inference=inference, unchecked=unchecked,
        )  # fmt: skip
        answer = self._resource.at("preview").ask("POST", json=asked, is_long=True, deadline=deadline)
        return cast(Dict[str, Any], answer["counts"])

    def list(self, *, page_size: int = 50, deadline: Optional[float] = None) -> Iterator[ListedVersion]:
        """Highest number first. Pages are fetched as they are needed."""
        return listed(self._resource, "versions", {"limit": page_size}, deadline)

    def get(self, number: VersionNumber = "latest", *, deadline: Optional[float] = None) -> Version:
        """`latest`: the ready one with the highest number."""
        return cast(Version, self._resource.at(number).ask("GET", deadline=deadline))

    def diff(
        self,
        before: VersionNumber,
        after: VersionNumber,
        *,
        change: Optional[Literal["added", "removed", "relabelled", "moved"]] = None,
        details: Optional[bool] = None,
        limit: Optional[int] = None,
        place: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Counts of all changes, and the image ids of a page. `place`: `next` of the previous page."""
        query = given(change=change, details=details, limit=limit, after=place)
        resource = self._resource.at(before, "diff", after)
        return cast(Dict[str, Any], resource.ask("GET", query=query, is_long=True, deadline=deadline))

    def export(
        self,
        number: VersionNumber,
        format: ExportFormat,
        *,
        images: Optional[Literal["links", "bytes", "none"]] = None,
        deadline: Optional[float] = None,
    ) -> Download:
        """A version in the format of a trainer: `save` it, or `unpack` it into a folder while it comes.

        images: `links` expire after a day; by default archives have the bytes and files the links.
        deadline: until the file begins to come.
        """
        return open_export(self._resource.at(number, "export"), deadline, format=format, images=images)

