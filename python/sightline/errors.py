"""The only error that this package raises."""
from __future__ import annotations

from typing import Any, Optional


class SightlineError(Exception):
    """A call failed. Its text is the service's own sentence, if the service answered.

    kind: `refused`: the service answered with an error. `unreachable`: no answer. `late`: no answer in time.
        `unexpected`: an answer that is not the service's, for example a proxy's.
    status: of the answer; 0 without one.
    request_id: of the call; the service's log has the same one.
    retry_after: seconds to wait, if the answer says so.
    body: of the answer; parsed if it was JSON.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: str,
        status: int = 0,
        request_id: str = "",
        retry_after: Optional[float] = None,
        body: Any = None,
        was_sent: bool = True,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        self.body = body
        #: False if the request certainly never left this machine.
        self.was_sent = was_sent


def sentence_of(body: Any) -> Optional[str]:
    """The sentence of an error's body. Each area of the service has its own shape."""

    def text_in(value: Any, name: str) -> Optional[str]:
        field = value.get(name) if isinstance(value, dict) else None
        return field if isinstance(field, str) else None

    error, details = text_in(body, "error"), text_in(body, "details")
    if error is not None and details is not None:
        return f"{error}: {details}"
    data = body.get("data") if isinstance(body, dict) else None
    found = (text_in(data, "result"), text_in(body, "result"), text_in(body, "status"), error)
    return next((text for text in found if text is not None), None)
