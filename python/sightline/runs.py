"""What models say about the images of a dataset, beside what people say. A run changes no label."""
from __future__ import annotations

from typing import Any, Optional

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
        covers: Any = None,
        on_progress: Progress = None,
        deadline: Optional[float] = None,
    ) -> int:
        """Begins a run and sends its file; `check` and `finish` read it. Returns the run's number.

        covers: the images that the model was given: `{"version": 3, "sets": ["TEST"]}`, `"all"`, or `"listed"`, those that the
        file names. Results of COCO and Ultralytics and texts of YOLO need it.
        """
        left = start_deadline(deadline)
        with opened(file) as (content, size, _):
            made = self.make(name, model=model, trained_on=trained_on, covers=covers, size=size, deadline=deadline)
            send_file(made["upload"], content, size, self._resource.transport.retry, on_progress, left())
        return made["number"]
