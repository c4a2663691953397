"""Receives what a hook of Sightline sends, and prints each event once. Python 3.9, no packages:

    SECRET=whsec_... PORT=8787 python3 examples/hooks/receive.py
"""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))
PORT = int(os.environ.get("PORT", "8787"))
# Seconds that a message may be old, so that nobody sends a recorded one again.
TOLERANCE = 300
# A message may come twice. Keep the ids where a restart does not lose them, if that matters.
seen = set()


def is_genuine(headers, body):
    message, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > TOLERANCE:
        return False
    digest = hmac.new(KEY, f"{message}.{sent}.".encode() + body, hashlib.sha256).digest()
    wanted = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(each.encode(), wanted) for each in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        message = self.headers["webhook-id"]
        if message not in seen:
            event = json.loads(body)
            print(event["type"], json.dumps(event["data"], separators=(",", ":")), flush=True)
            seen.add(message)
        # Only now: what is answered is not sent again.
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", PORT), Receiver)
print(f"Listening on port {PORT}", flush=True)
server.serve_forever()
