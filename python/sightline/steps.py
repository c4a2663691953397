"""Long work of the service, of which each call does a part."""
from __future__ import annotations

import time
from typing import Any, Callable, Dict, Optional, cast

from .transport import Resource

#: Seconds between two steps.
BETWEEN = 0.2

Step = Optional[Callable[[Dict[str, Any]], None]]


def in_steps(
    resource: Resource, method: str, left: str, on_step: Step, deadline: Optional[float], **asked: Any
) -> Dict[str, Any]:
    """Repeats a call until nothing is left."""
    while True:
        step = cast(Dict[str, Any], resource.ask(method, **asked, is_long=True, deadline=deadline))
        if on_step:
            on_step(step)
        if step[left] == 0:
            return step
        time.sleep(BETWEEN)
