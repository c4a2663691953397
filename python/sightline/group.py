"""What the generated calls are made of."""
from __future__ import annotations

import secrets
from typing import Any, Dict, Optional

from .transport import Resource

#: The default of what may be None: then it is not sent, while None says that there is nothing.
UNSET: Any = object()
_NULL: Any = object()


class Group:
    """Calls below one path of the service."""

    def __init__(self, resource: Resource) -> None:
        self._resource = resource

    @staticmethod
    def _key(key: Optional[str]) -> str:
        """Identifies a request across its attempts."""
        return key or secrets.token_hex(16)


def null(value: Any) -> Any:
    """For `given`: of a field that may be None."""
    return _NULL if value is None else None if value is UNSET else value


def given(**fields: Any) -> Dict[str, Any]:
    """The fields that are not None."""
    return {name: None if value is _NULL else value for name, value in fields.items() if value is not None}
