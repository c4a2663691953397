"""Sends a file to a resumable upload."""
from __future__ import annotations

import contextlib
import io
import os
import re
import time
from typing import BinaryIO, Callable, Iterator, Optional, Tuple, Union

from .attempt import attempt
from .errors import SightlineError
from .retry import RetryPolicy, is_worth_retry, wait_before

#: A path, bytes, or a file that was opened for reading bytes and can be sought.
Source = Union[str, "os.PathLike[str]", bytes, BinaryIO]
Progress = Optional[Callable[[int, int], None]]

#: Bytes per request: a multiple of 256 KiB, as the service demands.
PIECE = 8 * 1024 * 1024
#: Seconds for a piece: 28 kB a second. Of one that takes longer, what has arrived is kept.
PIECE_TIMEOUT = 300.0
#: The service's answer while bytes are missing.
INCOMPLETE = 308


@contextlib.contextmanager
def opened(source: Source) -> Iterator[Tuple[BinaryIO, int, Optional[str]]]:
    """The file, its size, and its name if it has one. A path is closed at the end."""
    with contextlib.ExitStack() as at_end:
        if isinstance(source, bytes):
            file: BinaryIO = io.BytesIO(source)
        elif isinstance(source, (str, os.PathLike)):
            file = at_end.enter_context(open(source, "rb"))
        else:
            file = source
        name = getattr(file, "name", None)
        yield file, file.seek(0, io.SEEK_END), os.path.basename(name) if isinstance(name, str) else None


def send_file(
    upload: str, file: BinaryIO, size: int, retry: RetryPolicy, on_progress: Progress, deadline: Optional[float]
) -> None:
    """After a failure it asks the service how much has arrived, and goes on from there.

    It gives up after `retry.attempts` failures in a row, between which nothing more has arrived. Raises SightlineError:
    `status` 404 or 410 if the upload is no longer known.
    """
    end = float("inf") if deadline is None else time.monotonic() + deadline
    failed = 0
    best = 0  # The most bytes that have arrived so far.
    sent: Optional[int] = None  # Unknown: another attempt may have sent a part of it.
    while sent is None or sent < size:
        before = sent
        patience = max(0.0, min(retry.timeout if before is None else PIECE_TIMEOUT, end - time.monotonic()))
        try:
            sent = _send_piece(upload, file, size, before, patience)
            if before is not None and sent <= best:
                raise SightlineError("The upload takes no more bytes", kind="unexpected", status=INCOMPLETE)
        except SightlineError as error:
            failed += 1
            wait = wait_before(retry, failed, error.retry_after)
            is_worth_it = error.status == INCOMPLETE or is_worth_retry(error, True)
            if failed >= retry.attempts or not is_worth_it or time.monotonic() + wait >= end:
                raise
            time.sleep(wait)
            sent = None
            continue
        # An answer that tells nothing new is no progress: queries may succeed while each piece fails.
        if sent > best:
            best, failed = sent, 0
        if on_progress:
            on_progress(sent, size)


def _send_piece(upload: str, file: BinaryIO, size: int, before: Optional[int], patience: float) -> int:
    """Without `before` it only asks. Returns how many bytes have arrived."""
    if before is None:
        headers, body = {"Content-Range": f"bytes */{size}"}, b""
    else:
        file.seek(before)
        body = file.read(PIECE)
        headers = {"Content-Range": f"bytes {before}-{before + len(body) - 1}/{size}"}
    answer = attempt("PUT", upload, headers, body, patience)
    answer.json(time.monotonic() + patience)
    if answer.status in (200, 201):
        return size
    if answer.status != INCOMPLETE:
        raise SightlineError(f"The upload answered {answer.status}", kind="refused", status=answer.status)
    last = re.fullmatch(r"bytes=0-(\d+)", answer.headers.get("Range") or "")
    return int(last.group(1)) + 1 if last else 0
