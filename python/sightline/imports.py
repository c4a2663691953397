"""Archives of images with labels, into a dataset: upload, check, run."""
from __future__ import annotations

import secrets
import time
from typing import Any, Callable, Dict, Optional, cast

from .records import CheckedImport, ImportState, Tagmap
from .transport import Resource, given, start_deadline
from .upload import Progress, Source, opened, send_file

#: Seconds between two steps.
BETWEEN = 0.2


class Imports:
    def __init__(self, resource: Resource) -> None:
        self._resource = resource

    def make(self, name: str, size: int, *, deadline: Optional[float] = None) -> Dict[str, str]:
        """Begins an import of an archive of this name and size: its `id`, and the `upload` that takes the bytes."""
        asked = {"json": {"name": name, "size": size}, "key": secrets.token_hex(16)}
        return cast(Dict[str, str], self._resource.ask("POST", **asked, deadline=deadline))

    def send(
        self, upload: str, archive: Source, *, on_progress: Progress = None, deadline: Optional[float] = None
    ) -> None:
        """Sends the bytes of an import that was made.

        A broken connection is resumed where it broke; so is an upload of another process, with the same `upload`.
        Without a deadline it takes as long as bytes arrive. `on_progress`: called with the bytes that have arrived, and all.
        """
        with opened(archive) as (file, size, _):
            send_file(upload, file, size, self._resource.transport.retry, on_progress, deadline)

    def upload(
        self,
        archive: Source,
        *,
        name: Optional[str] = None,
        on_progress: Progress = None,
        deadline: Optional[float] = None,
    ) -> str:
        """Makes an import and sends its archive. Returns the id of the import."""
        left = start_deadline(deadline)
        with opened(archive) as (file, size, own):
            made = self.make(name or own or "archive.zip", size, deadline=deadline)
            self.send(made["upload"], file, on_progress=on_progress, deadline=left())
        return made["id"]

    def check(
        self,
        id: str,
        *,
        format: Optional[str] = None,
        tagmap: Optional[Tagmap] = None,
        deadline: Optional[float] = None,
    ) -> CheckedImport:
        """What the import would bring; changes nothing. The archive's content says the `format` unless it is given."""
        asked = given(format=format, tagmap=tagmap)
        answer = self._resource.at(id, "check").ask("POST", json=asked, is_long=True, deadline=deadline)
        return cast(CheckedImport, answer)

    def step(
        self,
        id: str,
        *,
        format: Optional[str] = None,
        tagmap: Optional[Tagmap] = None,
        seconds: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> ImportState:
        """Imports for some seconds: 40 unless given."""
        asked = given(format=format, tagmap=tagmap, seconds=seconds)
        answer = self._resource.at(id, "run").ask("POST", json=asked, is_long=True, deadline=deadline)
        return cast(ImportState, answer)

    def run(
        self, id: str, *, on_progress: Optional[Callable[[ImportState], None]] = None, **asked: Any
    ) -> ImportState:
        """Imports until everything is done, in steps, with the arguments of `step`. What was interrupted is continued."""
        while True:
            state = self.step(id, **asked)
            if on_progress:
                on_progress(state)
            if state["state"] == "done":
                return state
            time.sleep(BETWEEN)
