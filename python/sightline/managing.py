"""What the owner of a dataset or monitor manages: who has a role, and what is told of events."""
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Sequence, cast

from .transport import Resource, given

Role = Literal["viewer", "editor", "owner"]
#: Of a delete whose answer was lost: what is gone is done.
GONE = (404, {})


class Members:
    """The people who have access to a dataset or monitor."""

    def __init__(self, resource: Resource) -> None:
        self._resource = resource

    def list(self, *, deadline: Optional[float] = None) -> Dict[str, Any]:
        """`people`, the owner first, then by role and name; for the owner also the `invitations`, and an open `offer`."""
        return cast(Dict[str, Any], self._resource.ask("GET", deadline=deadline))

    def set(self, who: str, role: Role, *, deadline: Optional[float] = None) -> bool:
        """Sets a person's role. Returns whether it is an offer: "owner" counts once that person accepts it.

        who: uid or e-mail. An e-mail without an account is invited; that of a service account has its role at once.
        """
        answer = self._resource.at(who).ask("PUT", json={"role": role}, deadline=deadline)
        return answer.get("offered") is True

    def accept(self, *, deadline: Optional[float] = None) -> None:
        """Takes over what is offered to the caller; the previous owner becomes an editor."""
        self._resource.at("accept").ask("POST", deadline=deadline)

    def end_offer(self, *, deadline: Optional[float] = None) -> None:
        """Withdraws the open offer of ownership, or declines one to the caller."""
        # Whoever has declined an offer and has no role does not see the record any more.
        self._resource.at("accept").ask("DELETE", done_before=GONE, deadline=deadline)

    def remove(self, who: str, *, deadline: Optional[float] = None) -> None:
        """Removes a person or an invitation. Everyone except the owner may remove themselves."""
        # Whoever has left does not see the record any more.
        self._resource.at(who).ask("DELETE", done_before=GONE, deadline=deadline)


class Hooks:
    """Addresses that are told what happens in a dataset or at a monitor. Only for the owner."""

    def __init__(self, resource: Resource) -> None:
        self._resource = resource

    def list(self, *, deadline: Optional[float] = None) -> List[Dict[str, Any]]:
        """At most 10, oldest first. `failing`, `ended`: since when it is no longer tried (Unix milliseconds), or None."""
        return cast(List[Dict[str, Any]], self._resource.ask("GET", deadline=deadline)["hooks"])

    def get(self, hook: str, *, deadline: Optional[float] = None) -> Dict[str, Any]:
        """One of them with its `deliveries`: the last 50 attempts, newest first."""
        return cast(Dict[str, Any], self._resource.at(hook).ask("GET", deadline=deadline))

    def make(
        self, url: str, events: Sequence[str], *, name: Optional[str] = None, deadline: Optional[float] = None
    ) -> Dict[str, str]:
        """Returns its id `hook`, and the `secret` that signs its messages, which is returned only here.

        events: such as "version.ready" of a dataset, "monitor.silent" of a monitor. Not retried once it may have been made.
        """
        asked = {"json": given(url=url, events=list(events), name=name), "is_repeatable": False}
        return cast(Dict[str, str], self._resource.ask("POST", **asked, deadline=deadline))

    def update(
        self,
        hook: str,
        *,
        url: Optional[str] = None,
        events: Optional[Sequence[str]] = None,
        name: Optional[str] = None,
        deadline: Optional[float] = None,
    ) -> None:
        """One that was failing is tried again."""
        asked = given(url=url, events=None if events is None else list(events), name=name)
        self._resource.at(hook).ask("PATCH", json=asked, deadline=deadline)

    def delete(self, hook: str, *, deadline: Optional[float] = None) -> None:
        """Deletes it, with what has not been delivered."""
        self._resource.at(hook).ask("DELETE", done_before=GONE, deadline=deadline)

    def test(self, hook: str, *, deadline: Optional[float] = None) -> Dict[str, Any]:
        """Sends one message of the type `test`, and waits: `delivered`, `answered` (status), or the `problem`."""
        return cast(Dict[str, Any], self._resource.at(hook, "test").ask("POST", deadline=deadline))
