"""A camera or sensor, and its sessions."""
from __future__ import annotations

import os
import time
from typing import Any, Dict, List, Optional, Union, cast

from .managing import Hooks, Members
from .transport import Resource, given


class Monitor:
    def __init__(self, id: str, resource: Resource) -> None:
        self.id = id
        self._resource = resource
        #: Addresses that are told what happens here.
        self.hooks = Hooks(resource.at("hook"))
        self.members = Members(resource.at("members"))

    def start(
        self, *, uid: Optional[str] = None, session: Optional[str] = None, deadline: Optional[float] = None
    ) -> None:
        """Starts a session. Raises SightlineError 409 if a session is already running."""
        query = given(uid=uid, session=session)
        self._resource.at("start").ask("POST", query=query, done_before=(409, {}), deadline=deadline)

    def stop(self, *, deadline: Optional[float] = None) -> None:
        """Ends the session. Raises SightlineError 409 if none is running."""
        self._resource.at("stop").ask("POST", done_before=(409, {}), deadline=deadline)

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
        query = given(date=date, name=name, dataset=dataset, tag=tag, session=session)
        asked = {"query": query, "body": image, "media_type": _media_type(image)}
        return cast(str, self._resource.at("image").ask("POST", **asked, deadline=deadline)["id"])

    def update_tags(self, update: Dict[str, Any], *, deadline: Optional[float] = None) -> None:
        """Replaces the annotations of an image: `{"dataset": id, "imageID": id, "tags": [...]}`."""
        resource = Resource("/monitor/updateTags", self._resource.transport)
        resource.ask("POST", json=update, deadline=deadline)

    def keys(self, *, deadline: Optional[float] = None) -> List[Dict[str, Any]]:
        """Its device keys, oldest first, by their `hash`: the first 12 characters of the SHA-256."""
        return cast(List[Dict[str, Any]], self._resource.at("keys").ask("GET", deadline=deadline)["keys"])

    def create_key(self, *, deadline: Optional[float] = None) -> Dict[str, str]:
        """For a camera. Returns `key`, shown only here, and `hash`.

        Not retried once it may have been made.
        """
        asked = {"is_repeatable": False}
        return cast(Dict[str, str], self._resource.at("keys").ask("POST", **asked, deadline=deadline))

    def take_key(self, hash: str, *, deadline: Optional[float] = None) -> None:
        """The caller answers for the key from now on."""
        self._resource.at("keys", hash).ask("PUT", deadline=deadline)

    def revoke_key(self, hash: str, *, deadline: Optional[float] = None) -> None:
        """It stops working within seconds."""
        self._resource.at("keys", hash).ask("DELETE", deadline=deadline)


def _media_type(image: bytes) -> str:
    if image.startswith(b"\x89PNG"):
        return "image/png"
    return "image/webp" if image[8:12] == b"WEBP" else "image/jpeg"
