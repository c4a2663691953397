"""Which calls are retried, and the backoff between attempts: the rules of the TypeScript client."""
from __future__ import annotations

import email.utils
import random
import re
import time
from dataclasses import dataclass
from typing import Optional

from .errors import SightlineError


@dataclass(frozen=True)
class RetryPolicy:
    """Times in seconds. The defaults wait 13 to 26 seconds in total: an instance restarts within it."""

    #: Attempts of each call, including the first; 1 turns retries off.
    attempts: int = 8
    #: Longest wait after the first failure; doubles with each failure. The actual wait is at least half of it.
    base: float = 0.25
    #: Longest wait, unless Retry-After asks for more.
    limit: float = 10.0
    #: Timeout of one attempt of a repeatable call.
    timeout: float = 30.0


def did_nothing(error: SightlineError) -> bool:
    """Whether the service certainly did nothing: it was rate limited, or the connection was never made."""
    return error.status == 429 or (error.kind in ("unreachable", "late") and not error.was_sent)


def is_worth_retry(error: SightlineError, is_repeatable: bool) -> bool:
    """`is_repeatable`: whether doing the call twice has the same effect as once."""
    if did_nothing(error):
        return True
    if not is_repeatable:
        return False
    if error.kind == "refused":
        return error.status >= 500
    if error.kind == "unexpected":
        # A page instead of an answer, as from a captive portal, may go away; a redirect or a 4xx does not.
        return 200 <= error.status < 300 or error.status >= 500
    return True


def wait_before(policy: RetryPolicy, failures: int, asked: Optional[float] = None) -> float:
    """Seconds: half of a growing span plus a random share of the other half, on top of what the service `asked` for."""
    span: float = min(policy.limit, policy.base * 2 ** (failures - 1))
    return (asked or 0.0) + span * (1 + random.random()) / 2


def read_retry_after(header: Optional[str]) -> Optional[float]:
    """Seconds, from a number or a date; None if the header is missing or unreadable."""
    if header is None:
        return None
    if re.fullmatch(r"\s*\d+(\.\d+)?\s*", header):
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
