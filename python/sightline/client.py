"""A client of the Sightline service at one address, with the identity of one caller."""
from __future__ import annotations

from typing import List, Optional

from .calls import GitCalls, ServiceCalls
from .dataset import Dataset
from .images import Image
from .monitor import Monitor
from .records import ListedDataset, ListedMonitor
from .retry import RetryPolicy
from .transport import Resource, Token, Transport


class Sightline(ServiceCalls):
    """base_url: `https://<region>-<project>.cloudfunctions.net`.

    token: a Firebase ID token or a job's key of a dataset, or a function that returns one and is called before each attempt. The
    local stack needs none.
    device_key: of a camera; use it instead of `token`.

    Every call takes `deadline`: seconds that the whole call may take, 2 minutes by default, and 15 for what takes long.
    A call that fails raises SightlineError.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: Token = None,
        device_key: Optional[str] = None,
        retry: RetryPolicy = RetryPolicy(),
    ) -> None:
        self._transport = Transport(base_url, token, device_key, retry)
        super().__init__(Resource("", self._transport))
        #: Git operations on the flow editor's project.
        self.git = GitCalls(Resource("/service-git", self._transport))

    def datasets(self, id: str) -> Dataset:
        return Dataset(id, self._resource.at("dataset", id))

    def monitors(self, id: str) -> Monitor:
        return Monitor(id, self._resource.at("monitor", id))

    def images(self, uri: str) -> Image:
        """`uri`: `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or the encoded form `a--b.jpg`."""
        return Image(uri, self._transport)

    def list_datasets(self, *, tags: Optional[bool] = None, deadline: Optional[float] = None) -> List[ListedDataset]:
        """All datasets that the caller may see, by name, including their own deleted ones, which have `deleted`.

        tags: False: without their tags, which is faster.
        """
        found = super().list_datasets(tags=tags, deadline=deadline)
        return sorted(found, key=lambda each: each["name"].casefold())

    def list_monitors(self, *, deadline: Optional[float] = None) -> List[ListedMonitor]:
        """All monitors that the caller may see, by name."""
        return sorted(super().list_monitors(deadline=deadline), key=lambda each: each["name"].casefold())
