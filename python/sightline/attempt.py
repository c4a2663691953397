"""One attempt of a call: one request on a connection of its own, and its answer, within a time limit."""
from __future__ import annotations

import base64
import http.client
import json
import socket
import time
import urllib.parse
import urllib.request
from typing import Any, Dict, Iterator, NoReturn, Optional

from .errors import SightlineError, sentence_of
from .retry import read_retry_after

CHUNK = 256 * 1024


class Answer:
    """Status, headers and a body that is still to be read. Redirects are not followed: they would get the credentials."""

    def __init__(self, connection: http.client.HTTPConnection, answer: http.client.HTTPResponse, sock: socket.socket) -> None:
        self._connection = connection
        self._answer = answer
        self._socket = sock
        self.status = answer.status
        self.headers = answer.headers

    def chunks(self, end: Optional[float] = None, patience: float = 60.0) -> Iterator[bytes]:
        """The body. It must be whole at `end`, and pause for at most `patience` seconds."""
        try:
            while True:
                left = patience if end is None else min(patience, end - time.monotonic())
                self._socket.settimeout(max(0.001, left))
                chunk = self._answer.read1(CHUNK)
                if not chunk:
                    break
                yield chunk
            if self._answer.length:
                # `read1` takes the end of a connection for the end of the body.
                raise http.client.IncompleteRead(b"", self._answer.length)
        except (OSError, http.client.HTTPException) as cause:
            fail(cause)
        finally:
            self.close()

    def json(self, end: Optional[float] = None) -> Any:
        """The parsed body, or the text if it is not JSON."""
        text = b"".join(self.chunks(end)).decode("utf-8", "replace")
        try:
            return json.loads(text)
        except ValueError:
            return text

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


def attempt(method: str, url: str, headers: Dict[str, str], body: Optional[bytes], patience: float) -> Answer:
    """Sends a request, and waits until its answer begins. Raises SightlineError."""
    end = time.monotonic() + patience
    parts = urllib.parse.urlsplit(url)
    connection = _connection_to(parts, max(0.001, patience))
    was_sent = False
    try:
        connection.connect()
        sock: socket.socket = connection.sock
        was_sent = True
        sock.settimeout(max(0.001, end - time.monotonic()))
        target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        connection.request(method, target, body, {**headers, "Connection": "close"})
        sock.settimeout(max(0.001, end - time.monotonic()))
        return Answer(connection, connection.getresponse(), sock)
    except (OSError, http.client.HTTPException) as cause:
        connection.close()
        fail(cause, was_sent)


def fail(cause: BaseException, was_sent: bool = True) -> NoReturn:
    """Raises what a broken connection means."""
    if isinstance(cause, socket.timeout):
        raise SightlineError("No answer in time", kind="late", was_sent=was_sent) from cause
    raise SightlineError("The service cannot be reached", kind="unreachable", was_sent=was_sent) from cause


def _connection_to(parts: urllib.parse.SplitResult, timeout: float) -> http.client.HTTPConnection:
    """Straight, or for HTTPS through the proxy that the environment names."""
    host = parts.hostname or ""
    if parts.scheme != "https":
        return http.client.HTTPConnection(host, parts.port, timeout=timeout)
    proxy = urllib.request.getproxies().get("https")
    if proxy is None or urllib.request.proxy_bypass(host):
        return http.client.HTTPSConnection(host, parts.port, timeout=timeout)
    way = urllib.parse.urlsplit(proxy if "//" in proxy else f"//{proxy}")
    connection = http.client.HTTPSConnection(way.hostname or "", way.port, timeout=timeout)
    person = f"{urllib.parse.unquote(way.username or '')}:{urllib.parse.unquote(way.password or '')}"
    secret = base64.b64encode(person.encode()).decode()
    connection.set_tunnel(host, parts.port, {"Proxy-Authorization": f"Basic {secret}"} if way.username else {})
    return connection


def failure_of(answer: Answer, body: Any, request_id: str) -> SightlineError:
    """Turns an answer that is not the expected one into an error."""
    status = answer.status
    sentence = sentence_of(body) if status >= 400 else None
    retry_after = read_retry_after(answer.headers.get("Retry-After"))
    request_id = answer.headers.get("X-Request-Id") or request_id
    if sentence is not None:
        return SightlineError(
            sentence, kind="refused", status=status, request_id=request_id, retry_after=retry_after, body=body
        )
    what = "a redirect" if 300 <= status < 400 else f"status {status} and no sentence of the service"
    message = f"The address answers with {what}: is it the base address of Sightline?"
    return SightlineError(
        message, kind="unexpected", status=status, request_id=request_id, retry_after=retry_after, body=body
    )
