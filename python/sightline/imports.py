"""Archives of images with labels, into a dataset: upload, check, run."""
from __future__ import annotations

from typing import Optional

from .calls import ImportsCalls
from .transport import start_deadline
from .upload import Progress, Source, opened, send_file


class Imports(ImportsCalls):
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
