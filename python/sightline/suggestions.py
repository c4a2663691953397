"""Classes for images that nobody has labelled, from a few labels, and images that need a look.

`dataset.update(suggest="builtin")` switches them on.
"""
from __future__ import annotations

import secrets
from typing import Any, Dict, Iterator, List, Literal, Optional, Sequence, cast

from .steps import Step, in_steps
from .transport import Resource, given, listed


class Suggestions:
    def __init__(self, dataset: Resource) -> None:
        self._dataset = dataset
        self._resource = dataset.at("suggest")

    def state(self, *, deadline: Optional[float] = None) -> Dict[str, Any]:
        """What suggestions rest on, and how good they would be: `vectors`, `labelled`, `accuracy` and `enough` by class."""
        return cast(Dict[str, Any], self._resource.ask("GET", is_long=True, deadline=deadline))

    def look_at_all(self, *, on_step: Step = None, deadline: Optional[float] = None) -> Dict[str, Any]:
        """Looks at pictures that have not been seen, in steps. `deadline`: of each step."""
        return in_steps(self._resource.at("vectors"), "POST", "lack", on_step, deadline)

    def make(self, *, deadline: Optional[float] = None) -> Dict[str, Any]:
        """Makes a run of them: its number `run`, `hash` and `counts`."""
        key = secrets.token_hex(16)
        return cast(Dict[str, Any], self._resource.ask("POST", key=key, is_long=True, deadline=deadline))

    def accept(
        self,
        run: int,
        *,
        at_least: float,
        tag: Optional[str] = None,
        precision: Optional[float] = None,
        deadline: Optional[float] = None,
    ) -> Dict[str, Any]:
        """What must be judged before suggestions of a run are accepted: `acceptance`, and the `sample`.

        at_least: score from which suggestions are taken. tag: only of this class.
        precision: the share that must be right (0.95).
        """
        asked = {"json": given(atLeast=at_least, tag=tag, precision=precision), "key": secrets.token_hex(16)}
        resource = self._dataset.at("run", run, "accept")
        return cast(Dict[str, Any], resource.ask("POST", **asked, is_long=True, deadline=deadline))

    def judge(
        self,
        acceptance: str,
        judged: Sequence[Dict[str, Any]],
        *,
        on_step: Step = None,
        deadline: Optional[float] = None,
    ) -> Dict[str, Any]:
        """Accepts them in steps, if enough of the sample is right; otherwise SightlineError 409 with `bound` in its body.

        judged: `[{"image": id, "seen": revision, "right": True}]`, with `tag` where another class is right.
        """
        asked = {"judged": list(judged)}
        return in_steps(
            self._dataset.at("acceptance", acceptance), "POST", "left", on_step, deadline, json=asked
        )

    def undo(self, acceptance: str, *, on_step: Step = None, deadline: Optional[float] = None) -> Dict[str, Any]:
        """Takes accepted suggestions back, in steps. What was judged of the sample stays."""
        return in_steps(self._dataset.at("acceptance", acceptance, "undo"), "POST", "left", on_step, deadline)

    def similar(
        self, image: str, *, limit: Optional[int] = None, deadline: Optional[float] = None
    ) -> List[Dict[str, Any]]:
        """The images that look most like one, nearest first."""
        asked = {"query": given(limit=limit), "is_long": True, "deadline": deadline}
        answer = self._dataset.at("images", image, "similar").ask("GET", **asked)
        return cast(List[Dict[str, Any]], answer["images"])

    def find(
        self,
        kind: Literal["duplicates", "outliers", "wrong", "unusual"],
        *,
        good: Optional[str] = None,
        page_size: int = 50,
        deadline: Optional[float] = None,
    ) -> Iterator[Dict[str, Any]]:
        """Images that need a look, those that need it most first. Pages are fetched as they are needed.

        good: tag id of the good ones, of `unusual`.
        """
        query = given(kind=kind, good=good, limit=page_size)
        return listed(self._dataset.at("find"), "images", query, deadline, is_long=True)
