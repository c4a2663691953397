"""What models say about the images of a dataset, beside what people say. A run changes no label."""
from __future__ import annotations

from typing import Optional

from .calls import RunsCalls
from .transport import start_deadline
from .upload import Progress, Source, opened, send_file


class Runs(RunsCalls):
    def upload(
        self,
        name: str,
        file: Source,
        *,
        model: Optional[str] = None,
        trained_on: Optional[int] = None,
        on_progress: Progress = None,
        deadline: Optional[float] = None,
    ) -> int:
        """Begins a run and sends its file; `check` and `finish` read it. Returns the run's number."""
        left = start_deadline(deadline)
        with opened(file) as (content, size, _):
            made = self.make(name, model=model, trained_on=trained_on, size=size, deadline=deadline)
            send_file(made["upload"], content, size, self._resource.transport.retry, on_progress, left())
        return made["number"]
