"""Files that the service sends, or has stored behind a link."""
from __future__ import annotations

import datetime
import json
import os
import re
import shutil
import tempfile
import time
from http.client import HTTPMessage
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, TypeVar, Union

from .attempt import Answer, attempt, failure_of
from .errors import SightlineError
from .jobs import Progress, follow_job
from .retry import RetryPolicy, is_worth_retry, wait_before
from .transport import Request, Resource, start_deadline
from .unpack import unpack

T = TypeVar("T")

#: Seconds until Storage must answer.
PATIENCE = 60.0
#: What files are, unlike a link, or the page of a proxy.
FILE = re.compile(r"application/(zip|x-ndjson|octet-stream)|text/csv")


class Download:
    """A file on its way: iterate over it for its bytes, or `save` or `unpack` it.

    file_name: the service's name for it.
    size: bytes; None if the service does not know them yet.
    notes: of the export of a version: what its format cannot hold, in sentences.
    """

    def __init__(self, open_file: Callable[[], _Opened], retry: RetryPolicy) -> None:
        self._open = open_file
        self._retry = retry
        self._opened: Optional[_Opened] = open_file()
        self.file_name = self._opened.file_name
        self.size = self._opened.size
        self.notes: List[str] = json.loads(self._opened.headers.get("Export-Notes") or "[]")

    def __iter__(self) -> Iterator[bytes]:
        """Can be read once. After a cut, a file behind a link goes on where it was; another one raises SightlineError."""
        opened, self._opened = self._opened or self._open(), None
        got = failed = 0
        while True:
            try:
                if failed:
                    opened = opened.go_on(got)
                for chunk in opened.answer.chunks():
                    got, failed = got + len(chunk), 0
                    yield chunk
                return
            except SightlineError as error:
                failed += 1
                if opened.link is None or failed >= self._retry.attempts or not is_worth_retry(error, True):
                    raise
                time.sleep(wait_before(self._retry, failed, error.retry_after))
            finally:
                opened.answer.close()

    def save(self, to: Union[str, "os.PathLike[str]"]) -> str:
        """Writes it to a path, or into a folder under its own name. Returns the path: it appears when the file is whole."""
        path = os.path.join(to, self.file_name) if os.path.isdir(to) else os.fspath(to)
        _until_done(lambda: self._write(f"{path}.part"), self._retry)
        os.replace(f"{path}.part", path)
        return path

    def unpack(self, folder: Union[str, "os.PathLike[str]"]) -> str:
        """Unpacks an archive into a new folder, while it comes; another file is put there as it is.

        Returns the folder, which appears when everything is in it. Raises FileExistsError if it has files already.
        """
        folder = os.path.abspath(folder)
        if os.path.isdir(folder) and os.listdir(folder):
            raise FileExistsError(f"{folder} has files already")
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        part = tempfile.mkdtemp(prefix=f"{os.path.basename(folder)}.part-", dir=os.path.dirname(folder))
        inside = os.path.join(part, "files")

        def write() -> None:
            shutil.rmtree(inside, ignore_errors=True)
            os.mkdir(inside)
            if self.file_name.endswith(".zip"):
                unpack(self, inside)
            else:
                self._write(os.path.join(inside, self.file_name))

        try:
            _until_done(write, self._retry)
            if os.path.isdir(folder):
                os.rmdir(folder)
            os.replace(inside, folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
        return folder

    def close(self) -> None:
        """For a download that is not read."""
        if self._opened:
            self._opened.answer.close()

    def _write(self, path: str) -> None:
        with open(path, "wb") as file:
            for chunk in self:
                file.write(chunk)


def _until_done(work: Callable[[], T], retry: RetryPolicy) -> T:
    """From the beginning after a cut that could not be mended."""
    failed = 0
    while True:
        try:
            return work()
        except SightlineError as error:
            failed += 1
            if failed >= retry.attempts or not is_worth_retry(error, True):
                raise
            time.sleep(wait_before(retry, failed, error.retry_after))


class _Opened:
    """`headers` are those of the service, whoever sends the file."""

    def __init__(self, answer: Answer, headers: HTTPMessage, link: Optional[str], request_id: str) -> None:
        self.answer = answer
        self.headers = headers
        self.link = link
        self._request_id = request_id
        length = answer.headers.get("Content-Length")
        self.size = None if length is None else int(length)
        name = re.search('filename="([^"]+)"', answer.headers.get("Content-Disposition") or "")
        # Only a name: it becomes a file.
        self.file_name = os.path.basename(name.group(1)) if name else f"dataset_{datetime.date.today()}.zip"

    def go_on(self, at: int) -> _Opened:
        """The rest of the same file."""
        tag = self.answer.headers.get("ETag") or ""
        answer = _follow(self.link or "", self._request_id, {"Range": f"bytes={at}-"})
        if answer.status != 206 or (answer.headers.get("ETag") or "") != tag:
            answer.close()
            raise SightlineError("The file was changed while it came", kind="unexpected")
        return _Opened(answer, self.headers, self.link, self._request_id)


def open_file(
    resource: Resource,
    method: str,
    deadline: Optional[float],
    query: Optional[Mapping[str, Any]] = None,
    json: Any = None,
    on_progress: Progress = None,
) -> Download:
    """The file that a call answers with, or has a link to, once the job that makes it is done."""

    def take(answer: Answer, request_id: str, end: float) -> Union[_Opened, Dict[str, Any]]:
        is_ok = 200 <= answer.status < 300
        if is_ok and FILE.match(answer.headers.get("Content-Type") or ""):
            return _Opened(answer, answer.headers, None, request_id)
        body = answer.json(end)
        if answer.status == 202 and isinstance(body, dict) and "job" in body:
            return {**body["job"]}
        link = body.get("result") if isinstance(body, dict) and body.get("status") == "success" else None
        if not is_ok or not isinstance(link, str):
            raise failure_of(answer, body, request_id)
        return _Opened(_follow(link, request_id, {}), answer.headers, link, request_id)

    # The link is asked for, rather than followed: it must not get the credentials.
    asked = {**(query or {}), "redirect": False}

    def opening() -> _Opened:
        left = start_deadline(deadline)
        while True:
            request = Request(method, resource.path, asked, json, is_long=True, deadline=left())
            opened = resource.transport.open(request, take)
            if isinstance(opened, _Opened):
                return opened
            if on_progress:
                on_progress(opened)
            _, area, dataset, *_ = resource.path.split("/")
            path = f"/{area}/{dataset}/job/{opened['number']}"
            job = follow_job(Resource(path, resource.transport), on_progress, left())
            # Asked again, the service would begin again.
            if job["state"] != "done":
                raise SightlineError(job["reason"] or "The job was cancelled", kind="refused")

    return Download(opening, resource.transport.retry)


def save_link(link: str, path: str, retry: RetryPolicy) -> None:
    """Writes what is behind a signed link to a path. The file appears when it is whole."""

    def open_link() -> _Opened:
        answer = _follow(link, "", {})
        return _Opened(answer, answer.headers, link, "")

    _until_done(lambda: Download(open_link, retry), retry).save(path)


def _follow(link: str, request_id: str, headers: Mapping[str, str]) -> Answer:
    """The link is signed: Storage needs no credentials, and must not see ours."""
    answer = attempt("GET", link, dict(headers), None, PATIENCE)
    if not 200 <= answer.status < 300:
        raise failure_of(answer, answer.json(), request_id)
    return answer
