"""A camera or sensor, and its sessions."""
from __future__ import annotations

import os
import time
from typing import Optional, Union

from .calls import MonitorCalls, MonitorHooksCalls, MonitorMembersCalls
from .transport import Resource


class Monitor(MonitorCalls):
    def __init__(self, id: str, resource: Resource) -> None:
        super().__init__(resource)
        self.id = id
        #: Addresses that are told what happens here.
        self.hooks = MonitorHooksCalls(resource.at("hook"))
        self.members = MonitorMembersCalls(resource.at("members"))

    def upload(
        self,
        image: Union[str, "os.PathLike[str]", bytes],
        *,
        date: Optional[int] = None,
        name: Optional[str] = None,
        dataset: Optional[str] = None,
        tag: Optional[str] = None,
        session: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> str:
        """Adds an image, a path or its bytes. Returns the id of its record.

        The same bytes with the same name and date are the same image, which counts once.

        date: Unix milliseconds; the time of the call by default, set once for all attempts.
        name: by default that of the path. dataset: by default the monitor's. tag: without it the image is unlabelled.
        session: name of the run that the image belongs to, for images that come late.
        """
        if not isinstance(image, bytes):
            name = name or os.path.basename(image)
            with open(image, "rb") as file:
                image = file.read()
        date = int(time.time() * 1000) if date is None else date
        return self._add_image(
            image, _media_type(image), date=date, name=name, dataset=dataset, tag=tag, session=session, deadline=deadline
        )


def _media_type(image: bytes) -> str:
    if image.startswith(b"\x89PNG"):
        return "image/png"
    return "image/webp" if image[8:12] == b"WEBP" else "image/jpeg"
