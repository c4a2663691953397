"""Unpacks an export while its bytes come.

An export's archive has its files stored, not compressed, and often tells their sizes only behind them. So the end of
such a file is found by its checksum, and what was found is compared with the directory at the end of the archive.
"""
from __future__ import annotations

import hashlib
import os
import struct
import zlib
from typing import BinaryIO, Iterable, Iterator, Tuple

from .errors import SightlineError

FILE, DIRECTORY, DESCRIPTOR = b"PK\x03\x04", b"PK\x01\x02", b"PK\x07\x08"
ENDS = (b"PK\x05\x06", b"PK\x06\x06")
SIZE_FOLLOWS = 8


def unpack(chunks: Iterable[bytes], folder: str) -> None:
    """Raises SightlineError if the archive is not whole, or a path leads out of the folder."""
    source = _Source(chunks)
    written, listed = hashlib.sha256(), hashlib.sha256()
    while True:
        mark = source.take(4)
        if mark == FILE:
            flags, method, crc, size, path = _header(source, 26, "<2xHH4xL4xLHH")
            if method != 0:
                raise _broken(f"{path} is compressed")
            place = _place_of(folder, path)
            if path.endswith("/"):
                os.makedirs(place, exist_ok=True)
            else:
                crc, size = _write(source, place, flags, crc, size)
            written.update(repr((path, crc, size)).encode())
        elif mark == DIRECTORY:
            _, _, crc, size, path = _header(source, 42, "<4xHH4xL4xLHHH12x")
            listed.update(repr((path, crc, size)).encode())
        elif mark in ENDS:
            break
        else:
            raise _broken("its parts are not in order")
    if written.digest() != listed.digest():
        raise _broken("its directory lists other files")
    source.drain()


def _header(source: _Source, size: int, form: str) -> Tuple[int, int, int, int, str]:
    """Flags, method, checksum, size and path of a file's header."""
    flags, method, crc, length, *behind = struct.unpack(form, source.take(size))
    path = source.take(behind[0]).decode("utf-8", "replace")
    source.take(sum(behind[1:]))
    return flags, method, crc, length, path


def _place_of(folder: str, path: str) -> str:
    parts = (path[:-1] if path.endswith("/") else path).split("/")
    if any(part in ("", ".", "..") or set(part) & set("\\:\0") for part in parts):
        raise _broken(f"{path!r} is no path in a folder")
    return os.path.join(folder, *parts)


def _write(source: _Source, place: str, flags: int, crc: int, size: int) -> Tuple[int, int]:
    """Returns the file's checksum and size."""
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with open(place, "xb") as file:
        if flags & SIZE_FOLLOWS:
            return source.copy_described(file)
        if source.copy(file, size) != crc:
            raise _broken(f"the checksum of {os.path.basename(place)} is another")
        return crc, size


def _broken(why: str) -> SightlineError:
    return SightlineError(f"The archive cannot be unpacked: {why}", kind="unexpected")


class _Source:
    """Bytes that come in chunks, taken by number."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks: Iterator[bytes] = iter(chunks)
        self._rest = b""

    def _more(self) -> None:
        chunk = next(self._chunks, None)
        if chunk is None:
            raise _broken("it ends too early")
        self._rest += chunk

    def take(self, count: int) -> bytes:
        while len(self._rest) < count:
            self._more()
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def copy(self, file: BinaryIO, size: int) -> int:
        """Returns the checksum of the bytes."""
        crc = 0
        while size:
            if not self._rest:
                self._more()
            part = self.take(min(size, len(self._rest)))
            file.write(part)
            crc = zlib.crc32(part, crc)
            size -= len(part)
        return crc

    def copy_described(self, file: BinaryIO) -> Tuple[int, int]:
        """Copies up to the description that fits the bytes before it. Returns their checksum and number."""
        crc = size = 0
        # From where on a description may begin.
        begin = 0
        while True:
            at = self._rest.find(DESCRIPTOR, begin)
            known = at if at >= 0 else max(0, len(self._rest) - 3)
            part = self.take(known)
            file.write(part)
            crc, size, begin = zlib.crc32(part, crc), size + known, 0
            if at < 0:
                self._more()
                continue
            while len(self._rest) < 16:
                self._more()
            if struct.unpack("<4xLLL", self._rest[:16]) == (crc, size & 0xFFFFFFFF, size & 0xFFFFFFFF):
                self.take(16)
                return crc, size
            begin = 1

    def drain(self) -> None:
        """Reads to the end, so that a cut is noticed."""
        for _ in self._chunks:
            pass
