#!/usr/bin/env python3
"""A camera in Python 3.9 or newer, with nothing but the standard library: copy this one file to the device.

    python3 camera.py --monitor line-1 --dataset bolts ~/Pictures

starts the monitor's session, posts every picture of a folder (or the single files that are named), stops the session and
says what became of each picture. A picture is tried again until it is acknowledged: with the same date, name and bytes
it is the same frame, which Sightline counts once. Its date is that of its EXIF, else that of the file: the same folder
sent again adds nothing.
"""
import argparse
import calendar
import concurrent.futures
import datetime
import email.utils
import errno
import http.client
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

LOCAL_URL = "http://127.0.0.1:5001/demo-sightline/us-central1"
MEDIA_TYPES = {".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}

# Seconds. Eight tries wait for a minute at least, and two at most: a server that restarts is outlived.
FIRST_WAIT = 1
LONGEST_WAIT = 64
# A server that asks for more is not waited for any longer.
LONGEST_ASKED = 120
# Failures of one call before somebody who looks on is told.
PATIENCE = 3

# Bytes. An answer is a sentence; what is longer is not the service's, and may never end.
LONGEST_ANSWER = 64 * 1024

# EXIF stands near the begin of a file; a segment has at most 64 KiB.
EXIF_WITHIN = 128 * 1024
# Tags of EXIF: the pointer to its own directory, and what that says of the moment.
EXIF_DIRECTORY, DATE_TIME_ORIGINAL, OFFSET_TIME_ORIGINAL, SUB_SEC_TIME_ORIGINAL = 0x8769, 0x9003, 0x9011, 0x9291
# Type of a field: text that ends with a zero byte.
ASCII = 2


class CameraError(Exception):
    """Why the camera cannot work, in a sentence."""


class SameOrigin(urllib.request.HTTPRedirectHandler):
    """Follows no redirect to another origin: the device key would go along."""

    def redirect_request(self, request, answer, status, reason, headers, address):
        if origin_of(address) != origin_of(request.full_url):
            return None
        return super().redirect_request(request, answer, status, reason, headers, address)


class Camera:
    """One monitor's calls. Threads may share it."""

    def __init__(self, options):
        self.options = options
        self.address = "%s/monitor/%s/" % (options.url.rstrip("/"), urllib.parse.quote(options.monitor, safe=""))
        self.opener = urllib.request.build_opener(SameOrigin)
        self.retries = 0
        self.outcomes = {"accepted": 0, "refused": 0, "lost": 0}
        self.lock = threading.Lock()
        # Set by an interrupt: what waits for its next try gives up.
        self.ending = threading.Event()

    def start(self):
        status, text, tries = self.call("start", ending=self.ending)
        # 409 after a try whose answer was lost: that try had started it.
        if status == 200 or (status == 409 and tries > 1):
            return
        raise CameraError("%s was not started: %s" % (self.options.monitor, sentence(status, text)))

    def stop(self):
        """Returns why the session could not be stopped, or None; one that is stopped already is fine."""
        status, text, _ = self.call("stop")
        return None if status in (200, 409) else sentence(status, text)

    def send(self, path):
        """One picture: counted as `accepted`, `refused` or `lost`, the last two with a sentence on stderr."""
        if self.ending.is_set():
            return
        try:
            outcome, why = self.deliver(path)
        except Exception as error:
            # The pool keeps what a thread raises to itself, and no picture may disappear without a word.
            outcome, why = "lost", "%s: %s" % (type(error).__name__, error)
        with self.lock:
            self.outcomes[outcome] += 1
            if why:
                print("%s %s: %s" % (outcome, path.name, why), file=sys.stderr, flush=True)

    def deliver(self, path):
        try:
            picture = path.read_bytes()
            # Said once, so that every try is the same frame. The name as bytes, for it need not be UTF-8.
            about = {"date": date_of(path, picture), "name": os.fsencode(path.name)}
        except OSError as error:
            return "lost", str(error)
        if self.options.dataset:
            about["dataset"] = self.options.dataset
        if self.options.tag:
            about["tag"] = self.options.tag
        action = "image?" + urllib.parse.urlencode(about)
        media_type = MEDIA_TYPES.get(path.suffix.lower(), "image/jpeg")
        status, text, _ = self.call(action, picture, media_type, self.ending)
        if status == 200:
            return "accepted", None
        return ("lost" if is_worth_retry(status) else "refused"), sentence(status, text)

    def call(self, action, body=None, media_type=None, ending=None):
        """Tries until there is an answer to go by; returns its status (0: none came), its text and how many tries it took."""
        tries = 0
        while True:
            tries += 1
            status, text, asked = self.once(action, body, media_type)
            if not is_worth_retry(status) or tries == self.options.attempts:
                return status, text, tries
            if tries == PATIENCE:
                print("No answer from %s yet: trying again." % self.options.url, file=sys.stderr, flush=True)
            # Half of a doubling span and a share of the rest: cameras that failed together must not come back together.
            span = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1))
            wait = min(asked, LONGEST_ASKED) + random.uniform(span / 2, span)
            if ending is None:
                time.sleep(wait)
            elif ending.wait(wait):
                return status, text, tries
            with self.lock:
                self.retries += 1

    def once(self, action, body, media_type):
        """One request: status (0: no answer to go by), text, and the seconds that Retry-After asks for."""
        headers = {"Content-Type": media_type} if media_type else {}
        if self.options.key:
            headers["X-Device-Key"] = self.options.key
        request = urllib.request.Request(self.address + action, data=body, headers=headers)
        try:
            with self.opener.open(request, timeout=self.options.timeout) as answer:
                text = result_of(self.read(answer))
                # Something between us and the service may answer 200 with a page of its own: that acknowledges nothing.
                return (200, text, 0) if text else (0, "an answer that is not the service's", 0)
        except urllib.error.HTTPError as error:
            asked = retry_after(error.headers.get("Retry-After"))
            if 300 <= error.code < 400:
                return error.code, "redirect to %s, not followed" % error.headers.get("Location"), asked
            try:
                return error.code, result_of(self.read(error)) or error.reason, asked
            except (OSError, http.client.HTTPException) as broken:
                return 0, str(broken), asked
        except (OSError, http.client.HTTPException) as error:
            return 0, self.words_for(getattr(error, "reason", error)), 0

    def read(self, answer):
        """The body, or its begin if it is long or slow: a server that sends a byte now and then never runs into a timeout."""
        end = time.monotonic() + self.options.timeout
        body = b""
        while len(body) < LONGEST_ANSWER and time.monotonic() < end:
            part = answer.read1(LONGEST_ANSWER)
            if not part:
                break
            body += part
        return body

    def words_for(self, error):
        """Why there was no answer, for the person at the camera."""
        host = urllib.parse.urlsplit(self.options.url).hostname
        if isinstance(error, socket.gaierror):
            return "the address of %s cannot be found: is this device offline?" % host
        if isinstance(error, TimeoutError) or str(error) == "timed out":
            return "no answer within %g s" % self.options.timeout
        if getattr(error, "errno", None) in (errno.ECONNREFUSED, errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN):
            return "nothing answers at %s: is it running, and is this device online?" % self.options.url
        return "the connection to %s broke (%s)" % (host, str(error) or type(error).__name__)


def date_of(path, picture):
    """Unix milliseconds: EXIF's, else the file's to the second, as every machine tells it, else now."""
    taken = exif_date(picture[:EXIF_WITHIN])
    written = int(path.stat().st_mtime // 1) * 1000
    return taken or (written if written > 0 else int(time.time() * 1000))


def exif_date(data):
    """Unix milliseconds of DateTimeOriginal; None where the file is no JPEG or does not tell the time zone as well."""
    tiff = tiff_of(data)
    if tiff is None:
        return None
    order = ">" if tiff[:1] == b"M" else "<"

    def number(at, form="H"):
        part = tiff[at:at + struct.calcsize(form)]
        return struct.unpack(order + form, part)[0] if len(part) == struct.calcsize(form) else 0

    def find(directory, tag):
        end = directory + 2 + 12 * number(directory)
        return next((at for at in range(directory + 2, min(end, len(tiff)), 12) if number(at) == tag), None)

    def text(directory, tag):
        at = find(directory, tag)
        if at is None or number(at + 2) != ASCII:
            return ""
        length = number(at + 4, "I")
        start = at + 8 if length <= 4 else number(at + 8, "I")
        whole = tiff[start:start + length] if start + length <= len(tiff) else b""
        return whole.split(b"\0")[0].decode("latin-1")

    pointer = find(number(4, "I"), EXIF_DIRECTORY)
    if pointer is None:
        return None
    inner = number(pointer + 8, "I")
    return moment_of(*(text(inner, tag) for tag in (DATE_TIME_ORIGINAL, OFFSET_TIME_ORIGINAL, SUB_SEC_TIME_ORIGINAL)))


def tiff_of(data):
    """The EXIF segment of a JPEG, among those before the picture itself."""
    at = 2
    while data[:2] == b"\xff\xd8" and at + 10 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        if data[at + 1] == 0xE1 and data[at + 4:at + 10] == b"Exif\0\0":
            return data[at + 10:]
        at += 2 + int.from_bytes(data[at + 2:at + 4], "big")
    return None


def moment_of(date_time, offset, decimals):
    """From `2026:11:22 10:30:00`, `+01:00` and `25` (hundredths here: decimals of the second)."""
    time_of_day = re.fullmatch(r"(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)", date_time, re.ASCII)
    zone = re.fullmatch(r"([+-])(\d\d):(\d\d)", offset, re.ASCII)
    if not time_of_day or not zone:
        return None
    try:
        local = datetime.datetime(*map(int, time_of_day.groups()), tzinfo=datetime.timezone.utc)
    except ValueError:
        return None
    ahead = (int(zone[2]) * 60 + int(zone[3])) * (-60 if zone[1] == "-" else 60)
    millis = int(re.match(r"[0-9]*", decimals)[0].ljust(3, "0")[:3])
    moment = (calendar.timegm(local.timetuple()) - ahead) * 1000 + millis
    return moment if moment > 0 else None


def origin_of(address):
    parts = urllib.parse.urlsplit(address)
    return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(parts.scheme)


def is_worth_retry(status):
    """No answer, a caller over its rate, a server that is busy or failing; any other refusal is final."""
    return status == 0 or status == 429 or status >= 500


def sentence(status, text):
    return "%d %s" % (status, text) if status else text


def result_of(body):
    """The sentence of the monitor's answers, `{"data": {"result": ...}}`, or None."""
    try:
        return json.loads(body)["data"]["result"]
    except (ValueError, KeyError, TypeError):
        return None


def retry_after(header):
    """Seconds, from a number or a date; 0 where there is none that can be read."""
    try:
        return max(0.0, float(header))
    except (TypeError, ValueError):
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError, IndexError):
        return 0.0


def pictures_of(places):
    """Named files, and the JPEG, PNG and WebP files of named folders in the order of their names."""
    found = []
    for place in map(pathlib.Path, places):
        if place.is_dir():
            inside = sorted(each for each in place.iterdir() if each.suffix.lower() in MEDIA_TYPES)
            if not inside:
                raise CameraError("The folder %s holds no JPEG, PNG or WebP file." % place)
            found += inside
        elif place.is_file():
            found.append(place)
        else:
            raise CameraError("%s is neither a file nor a folder." % place)
    return found


def send_all(camera, pictures):
    """As many at once as `--concurrency` says."""
    with concurrent.futures.ThreadPoolExecutor(camera.options.concurrency) as pool:
        try:
            concurrent.futures.wait([pool.submit(camera.send, picture) for picture in pictures])
        finally:
            # After Ctrl-C what is under way is still answered, and the rest stays unsent.
            camera.ending.set()


def run(options):
    """Returns the exit status: 1 when a frame was lost, none was accepted or the session was not stopped."""
    pictures = pictures_of(options.picture)
    camera = Camera(options)
    camera.start()
    problem = None
    try:
        send_all(camera, pictures)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        problem = camera.stop()
    if problem:
        print("The session was not stopped: %s" % problem, file=sys.stderr)
    accepted, refused, lost = (camera.outcomes[each] for each in ("accepted", "refused", "lost"))
    numbers = (accepted + refused + lost, accepted, camera.retries, refused, lost)
    print("sent %d, accepted %d, retried %d, refused %d, lost %d" % numbers)
    return 1 if lost or not accepted or problem else 0


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", nargs="+", help="folder of pictures, or a single one")
    parser.add_argument("--monitor", required=True, help="whose session it is")
    parser.add_argument("--dataset", help="where the pictures go; without it the monitor's own")
    parser.add_argument("--tag", help="label of every picture")
    parser.add_argument("--url", default=LOCAL_URL, help="base address, %(default)s")
    parser.add_argument("--key", default=os.environ.get("SIGHTLINE_KEY"), help="device key; better in SIGHTLINE_KEY")
    parser.add_argument("--concurrency", type=int, default=4, help="requests in flight at the most, %(default)s")
    parser.add_argument("--attempts", type=int, default=8, help="tries for each picture, %(default)s")
    parser.add_argument("--timeout", type=float, default=30, help="seconds that an answer may take, %(default)s")
    options = parser.parse_args()
    if not options.url.startswith(("http://", "https://")):
        parser.error("--url %s is not a web address" % options.url)
    # A file that was edited elsewhere may end its lines in another way.
    options.key = (options.key or "").strip()
    if not re.fullmatch("[!-~]*", options.key):
        parser.error("the device key has a character that no key has")
    if min(options.concurrency, options.attempts) < 1:
        parser.error("--concurrency and --attempts are numbers of 1 or more")
    return options


def main():
    def interrupt(*_):
        raise KeyboardInterrupt

    # A service manager ends a camera with SIGTERM: its session must be stopped just the same.
    signal.signal(signal.SIGTERM, interrupt)
    try:
        return run(read_options())
    except CameraError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
