"""Classes for images that nobody has labelled, from a few labels, and images that need a look.

`dataset.update(suggest="builtin")` switches them on.
"""
from __future__ import annotations

from typing import Optional, cast

from .calls import SuggestionsCalls
from .records import AddVectorsAnswer
from .steps import Step, in_steps


class Suggestions(SuggestionsCalls):
    def look_at_all(self, *, on_step: Step = None, deadline: Optional[float] = None) -> AddVectorsAnswer:
        """Looks at all pictures that have not been seen, in steps. `deadline`: of each step."""
        vectors = self._resource.at("suggest", "vectors")
        return cast(AddVectorsAnswer, in_steps(vectors, "POST", "pending", on_step, deadline))
