"""Sends calls to the service: addresses, credentials, retries, deadlines."""
from __future__ import annotations

import json
import secrets
import time
import urllib.parse
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union

from .attempt import Answer, attempt, failure_of
from .errors import SightlineError
from .retry import RetryPolicy, did_nothing, is_worth_retry, wait_before

T = TypeVar("T")
Token = Union[str, Callable[[], Optional[str]], None]

#: Seconds for a whole call, including retries and waits. A training file or an archive of a large dataset takes minutes.
DEADLINE = 120.0
LONG_DEADLINE = 900.0


@dataclass
class Request:
    method: str
    #: Relative to the base address, percent-encoded.
    path: str
    #: Values that are None are left out; each of several is a parameter.
    query: Optional[Mapping[str, Any]] = None
    json: Any = None
    #: Idempotency key, the same for each attempt, so that the service makes the changes once.
    key: Optional[str] = None
    body: Optional[bytes] = None
    media_type: str = "application/json"
    #: Doing it twice has the same effect as once, so it is retried whatever happened to an earlier attempt.
    is_repeatable: bool = True
    #: It may take minutes, so an attempt may use the whole deadline.
    is_long: bool = False
    #: If a retry fails with this status, an earlier attempt, whose answer was lost, succeeded: the call returns the value.
    done_before: Optional[Tuple[int, Any]] = None
    deadline: Optional[float] = None


class Transport:
    def __init__(self, base_url: str, token: Token, device_key: Optional[str], retry: RetryPolicy) -> None:
        self.retry = retry
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._device_key = device_key

    def call(self, request: Request, read: Callable[[Any], Optional[T]]) -> T:
        """`read` takes the result from a body; None if the body is not the service's. Raises SightlineError."""

        def take(answer: Answer, request_id: str, end: float) -> T:
            body = answer.json(end)
            result = read(body) if 200 <= answer.status < 300 else None
            if result is None:
                raise failure_of(answer, body, request_id)
            return result

        return self.open(request, take)

    def open(self, request: Request, take: Callable[[Answer, str, float], T]) -> T:
        """As `call`, but `take` reads the answer (until a moment of the clock), and may leave its body for later."""
        deadline = LONG_DEADLINE if request.is_long else DEADLINE
        end = time.monotonic() + (deadline if request.deadline is None else request.deadline)
        request_id = secrets.token_hex(16)
        may_be_done = False
        tries = 0
        while True:
            tries += 1
            try:
                return self._try(request, request_id, end, take)
            except SightlineError as error:
                error.request_id = error.request_id or request_id
                if may_be_done and request.done_before and request.done_before[0] == error.status:
                    done: T = request.done_before[1]
                    return done
                if tries >= self.retry.attempts or not is_worth_retry(error, request.is_repeatable):
                    raise
                may_be_done = may_be_done or (error.was_sent and not did_nothing(error))
                wait = wait_before(self.retry, tries, error.retry_after)
                if time.monotonic() + wait >= end:
                    raise
            time.sleep(wait)

    def _try(self, request: Request, request_id: str, end: float, take: Callable[[Answer, str, float], T]) -> T:
        left = max(0.0, end - time.monotonic())
        # Only a repeatable call may be abandoned while the service may still be working on it.
        patience = min(left, self.retry.timeout) if request.is_repeatable and not request.is_long else left
        until = time.monotonic() + patience
        headers = {"X-Request-Id": request_id, **self._credentials()}
        if request.key is not None:
            headers["Idempotency-Key"] = request.key
        body = request.body if request.json is None else json.dumps(request.json).encode()
        if body is not None:
            headers["Content-Type"] = request.media_type
        query = [(name, text) for name, value in (request.query or {}).items() for text in _texts_of(value)]
        url = self._base_url + request.path + (f"?{urllib.parse.urlencode(query)}" if query else "")
        return take(attempt(request.method, url, headers, body, patience), request_id, until)

    def _credentials(self) -> Dict[str, str]:
        """Asked before each attempt, because a token may have expired during the wait."""
        if self._device_key is not None:
            return {"X-Device-Key": self._device_key}
        try:
            token = self._token() if callable(self._token) else self._token
        except SightlineError as error:
            error.was_sent = False
            raise
        except Exception as cause:
            raise SightlineError("There is no token", kind="unreachable", was_sent=False) from cause
        return {"Authorization": f"Bearer {token}"} if token else {}


def _texts_of(value: Any) -> List[str]:
    """Of a parameter; each of several."""
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [text for each in value for text in _texts_of(each)]
    return [] if value is None else [str(value).lower() if isinstance(value, bool) else str(value)]


class Resource:
    """A path of the service, and calls to it."""

    def __init__(self, path: str, transport: Transport) -> None:
        self.path = path
        self.transport = transport

    def at(self, *names: Union[str, int]) -> Resource:
        """What is below it."""
        below = [urllib.parse.quote(str(name), safe="") for name in names]
        return Resource("/".join([self.path, *below]), self.transport)

    def ask(self, method: str, *, is_bare: bool = False, **asked: Any) -> Any:
        """The answer. All calls are retried unless `is_repeatable` is False: each write is idempotent.

        Answers of the monitor area are in `data`; those of the others come as they are. A proxy may answer 200 with
        something else. `is_bare`: the answer says nothing of success.
        """

        def read(body: Any) -> Any:
            answer = body.get("data", body) if isinstance(body, dict) else body
            fields = answer if isinstance(answer, dict) else {}
            if is_bare:
                return answer if isinstance(answer, list) or "result" in fields else None
            is_success = fields.get("error") is False or fields.get("status") == "success"
            return answer if is_success or fields.get("success") is True else None

        return self.transport.call(Request(method, self.path, **asked), read)


def listed(
    resource: Resource, name: str, query: Mapping[str, Any], deadline: Optional[float], is_long: bool = False
) -> Iterator[Any]:
    """The items of a list, page by page as they are needed. `deadline`: of each page."""
    after = None
    while True:
        page = resource.ask("GET", query={**query, "after": after}, is_long=is_long, deadline=deadline)
        yield from page[name]
        after = page.get("next")
        if after is None:
            return


def start_deadline(deadline: Optional[float]) -> Callable[[], Optional[float]]:
    """For an operation of several requests: a function that returns the seconds that are left."""
    begun = time.monotonic()
    return lambda: None if deadline is None else max(0.0, begun + deadline - time.monotonic())
