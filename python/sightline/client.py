"""A client of the Sightline service at one address, with the identity of one caller."""
from __future__ import annotations

import secrets
from typing import Any, Dict, List, Optional, Sequence, cast

from .dataset import Dataset
from .images import Image
from .monitor import Monitor
from .records import DatasetType, ListedDataset
from .retry import RetryPolicy
from .transport import Resource, Token, Transport, given, listed


class Sightline:
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
        self._datasets = Resource("/dataset", self._transport)

    def datasets(self, id: str) -> Dataset:
        return Dataset(id, self._datasets.at(id))

    def monitors(self, id: str) -> Monitor:
        return Monitor(id, Resource("/monitor", self._transport).at(id))

    def images(self, uri: str) -> Image:
        """`uri`: `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or the encoded form `a--b.jpg`."""
        return Image(uri, self._transport)

    def list_datasets(self, *, tags: Optional[bool] = None, deadline: Optional[float] = None) -> List[ListedDataset]:
        """All datasets that the caller may see, by name, including their own deleted ones, which have `deleted`."""
        found = listed(self._datasets, "datasets", {"tags": tags}, deadline)
        return sorted(found, key=lambda each: cast(str, each["name"]).casefold())

    def create_dataset(
        self,
        name: str,
        type: DatasetType,
        *,
        tags: Optional[Sequence[Dict[str, Any]]] = None,
        id: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> str:
        """Returns the id of the dataset, which the caller owns. `tags`: `[{"name": "good"}, ...]`."""
        asked = given(name=name, type=type, tags=None if tags is None else list(tags), id=id)
        key = secrets.token_hex(16)
        return cast(str, self._datasets.ask("POST", json=asked, key=key, deadline=deadline)["id"])
