"""Long work on a dataset, which goes on by itself."""
from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from .transport import Resource, start_deadline

#: Called with the job whenever something has changed.
Progress = Optional[Callable[[Dict[str, Any]], None]]

#: Seconds that an answer may wait for news: less than an attempt may take.
WAIT = 20


def start_job(
    resource: Resource, method: str, on_progress: Progress, deadline: Optional[float], **asked: Any
) -> Dict[str, Any]:
    """Starts a job, and waits for what it makes. Without a deadline it waits as long as the job takes.

    The job goes on when the program ends: the same key finds it again.
    """
    left = start_deadline(deadline)
    query = {**asked.pop("query", {}), "wait": WAIT}
    while True:
        told: Dict[str, Any] = resource.ask(method, query=query, deadline=left(), **asked)
        if "job" not in told:
            return told
        if on_progress:
            on_progress(told["job"])
        _, area, dataset, *_ = resource.path.split("/")
        follow_job(Resource(f"/{area}/{dataset}/job/{told['job']['number']}", resource.transport), on_progress, left())


def follow_job(resource: Resource, on_progress: Progress, deadline: Optional[float]) -> Dict[str, Any]:
    """Returns the job when it is over."""
    left = start_deadline(deadline)
    while True:
        job: Dict[str, Any] = resource.ask("GET", query={"wait": WAIT}, deadline=left())["job"]
        if on_progress:
            on_progress(job)
        if job["endedAt"] is not None:
            return job
