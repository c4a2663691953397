"""Signs a person in with e-mail and password, as the console does."""
from __future__ import annotations

import time
from typing import Any, Dict, Optional
from urllib.parse import quote

from .client import Sightline
from .errors import SightlineError
from .retry import RetryPolicy
from .transport import Request, Transport

IDENTITY = "identitytoolkit.googleapis.com"
#: Seconds before its end at which a token is renewed.
AHEAD = 300.0


def sign_in(site: str, email: str, password: str, *, retry: RetryPolicy = RetryPolicy()) -> Sightline:
    """`site`: address of the console, which says where the service is. The token is renewed before it ends."""
    hosting = Transport(site, None, None, retry)

    def read(body: Any) -> Optional[Dict[str, Any]]:
        return body if isinstance(body, dict) else None

    project = hosting.call(Request("GET", "/__/firebase/init.json"), read)
    about = hosting.call(Request("GET", "/site.json"), read)
    local = about.get("local")
    identity = f"http://{local['auth']}/{IDENTITY}" if local else f"https://{IDENTITY}"
    default = f"https://{about.get('region', 'us-central1')}-{project['projectId']}.cloudfunctions.net"
    person = _Person(identity, project["apiKey"], email, password)
    person()
    return Sightline(about.get("baseUrl") or default, token=person, retry=retry)


class _Person:
    """Called before each attempt of a call, which is retried if this fails."""

    def __init__(self, identity: str, key: str, email: str, password: str) -> None:
        self._identity = Transport(identity, None, None, RetryPolicy(attempts=1))
        self._path = f"/v1/accounts:signInWithPassword?key={quote(key)}"
        self._asked = {"email": email, "password": password, "returnSecureToken": True}
        self._token = ""
        self._until = 0.0

    def __call__(self) -> str:
        if time.time() < self._until:
            return self._token
        request = Request("POST", self._path, json=self._asked)
        try:
            answer = self._identity.call(request, lambda body: body if isinstance(body, dict) else None)
        except SightlineError as error:
            if error.status != 400:
                raise
            why = error.body["error"]["message"] if isinstance(error.body, dict) else ""
            raise SightlineError(f"Not signed in: {why}", kind="refused", status=400) from None
        self._token = str(answer["idToken"])
        self._until = time.time() + float(answer["expiresIn"]) - AHEAD
        return self._token
