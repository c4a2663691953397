"""One image, and the images of a dataset."""
from __future__ import annotations

import base64
import itertools
import os
import re
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union, cast

from .calls import ImageCalls, ImagesCalls
from .download import save_link
from .jobs import Progress
from .records import Decided, ImageChange, ImageOutcome, SelectionChanged, SelectionUndone
from .transport import Resource, Transport


#: Images whose links are asked for at once: they are valid for 15 minutes.
PAGE = 200
#: Files that come at once.
PARALLEL = 8


class Images(ImagesCalls):
    def download(
        self,
        folder: Union[str, "os.PathLike[str]"],
        *,
        on_progress: Optional[Callable[[int], object]] = None,
        deadline: Optional[float] = None,
        **filters: Any,
    ) -> List[str]:
        """Saves the originals of all images that a filter shows, as `<id>.<ending>`. Returns their paths, newest first.

        filters: those of `list`, such as `set="TEST"`.
        on_progress: called with the number of files that are there.
        deadline: of each call for a page of images, in seconds.

        A file that is there already stays as it is, so a download that was cut goes on when it is called again.
        """
        os.makedirs(folder, exist_ok=True)
        retry = self._resource.transport.retry

        def save(image: str, url: str) -> str:
            path = os.path.join(folder, image + os.path.splitext(urllib.parse.urlsplit(url).path)[1])
            if not os.path.exists(path):
                save_link(url, path, retry)
            return path

        paths: List[str] = []
        images = (each["id"] for each in self.list(**filters, deadline=deadline))
        with ThreadPoolExecutor(PARALLEL) as pool:
            while True:
                page = list(itertools.islice(images, PAGE))
                if not page:
                    return paths
                links = self.links(page, deadline=deadline)["links"]
                # An image that was deleted meanwhile has no link.
                found = [(each, links[each]["url"]) for each in page if each in links]
                for path in pool.map(lambda one: save(*one), found):
                    paths.append(path)
                    if on_progress:
                        on_progress(len(paths))

    def change(
        self, changes: Sequence[ImageChange], *, key: Optional[str] = None, deadline: Optional[float] = None
    ) -> List[ImageOutcome]:
        """Reviews up to 500 images: `[{"image": id, "tag": id, "decision": "accept"}]`. Returns an outcome for each.

        All attempts share one `key`, so each change is made once. With `seen`, the revision that you have seen, nothing
        changes if the image has another one by now.
        """
        images = self._resource.at("images")
        sent = {"json": {"changes": list(changes)}, "key": self._key(key)}
        return cast(List[ImageOutcome], images.ask("PATCH", deadline=deadline, **sent)["images"])

    def change_all(
        self,
        select: Dict[str, Any],
        change: Decided,
        *,
        key: Optional[str] = None,
        on_progress: Progress = None,
        deadline: Optional[float] = None,
    ) -> SelectionChanged:
        """Makes one change of all images that a filter shows: how many are `done`, `stale` and `invalid`.

        select: `{"set": "TRAIN", "shown": 3617}`, filters of `list` and how many images they have shown; if there are more,
        nothing is changed. `at`, Unix milliseconds of the last hour: those of that time. Without it: those of now.
        change: `{"tag": id, "set": "TEST"}`. The same `key` finds it again.
        """
        images = self._resource.at("images")
        if "at" not in select:
            select = {**select, "at": images.ask("GET", query={"limit": 1}, deadline=deadline)["at"]}
        asked: Any = {"select": select, "change": change, "key": key}
        return cast(SelectionChanged, self._change_images(**asked, on_progress=on_progress, deadline=deadline))

    def undo(
        self, change: str, *, on_progress: Progress = None, deadline: Optional[float] = None
    ) -> SelectionUndone:
        """Takes such a change back, of images that nobody has changed since."""
        answer = self._change_images(undo=change, on_progress=on_progress, deadline=deadline)
        return cast(SelectionUndone, answer)


def encode_uri(uri: str) -> str:
    """`uri`: `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or the encoded form `a--b.jpg`."""
    return re.sub("^gs://[^/]*/", "", uri).replace("/", "--")


class Image(ImageCalls):
    def __init__(self, uri: str, transport: Transport) -> None:
        super().__init__(Resource("/image", transport))
        self.encoded_uri = encode_uri(uri)

    def get_bytes(self, *, deadline: Optional[float] = None) -> Tuple[bytes, str]:
        """The image, and its media type."""
        about, _, data = self._read_base64(deadline=deadline).partition(",")
        return base64.b64decode(data), about[len("data:") :].partition(";")[0]

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
        return self._put_mask(png, "image/png", tag, seen=seen, mask=mask, deadline=deadline)
