"""An embedder for Sightline: the bytes of a picture come by POST, the numbers of an ONNX model go back (docs/label/suggest.md).

    MODEL=model.onnx NAME=dinov2-small PORT=8080 python3 embed.py

MODEL takes one picture as float32 [1, 3, height, width] and answers one row of numbers. NAME says which model it is and must change
with it: Sightline makes all vectors again when it does. KEY, if set, must be in the address: https://<host>/?key=<KEY>. SIDE is the width and
height of the picture where the model leaves them open; MEAN and DEVIATION are of its training.
"""
import hmac
import io
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import numpy
import onnxruntime
from PIL import Image, ImageOps

NAME, KEY = os.environ["NAME"], os.environ.get("KEY", "")
MOST_BYTES = 50_000_000
Image.MAX_IMAGE_PIXELS = 100_000_000


def numbers(name, default):
    values = [float(each) for each in os.environ.get(name, default).split(",")]
    return numpy.array(values, dtype=numpy.float32).reshape(3, 1, 1)


MEAN, DEVIATION = numbers("MEAN", "0.485,0.456,0.406"), numbers("DEVIATION", "0.229,0.224,0.225")
session = onnxruntime.InferenceSession(os.environ["MODEL"], providers=onnxruntime.get_available_providers())
feed = session.get_inputs()[0]
HEIGHT, WIDTH = [side if isinstance(side, int) else int(os.environ.get("SIDE", 224)) for side in feed.shape[-2:]]


def embed(body):
    picture = ImageOps.exif_transpose(Image.open(io.BytesIO(body))).convert("RGB").resize((WIDTH, HEIGHT))
    pixels = numpy.asarray(picture, dtype=numpy.float32).transpose(2, 0, 1) / 255
    row = session.run(None, {feed.name: ((pixels - MEAN) / DEVIATION)[None]})[0].reshape(-1)
    return [float(each) for each in row / max(float(numpy.linalg.norm(row)), 1e-12)]


class Embedder(BaseHTTPRequestHandler):
    def do_POST(self):
        given = parse_qs(urlsplit(self.path).query).get("key", [""])[0]
        length = int(self.headers.get("content-length") or 0)
        if length > MOST_BYTES:
            return self.answer(413, {"error": "too large"})
        body = self.rfile.read(length)
        if not hmac.compare_digest(given.encode(), KEY.encode()):
            return self.answer(403, {"error": "another key"})
        try:
            vector = embed(body)
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
            return self.answer(415, {"error": "no picture"})
        self.answer(200, {"model": NAME, "vector": vector})

    def answer(self, status, said):
        body = json.dumps(said, allow_nan=False).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code="-", size="-"):
        """No line for each picture: the address has the key."""


if __name__ == "__main__":
    port = int(os.environ.get("PORT", 8080))
    server = ThreadingHTTPServer((os.environ.get("HOST", "0.0.0.0"), port), Embedder)
    print(f"Listening on {port}: {NAME}, {WIDTH} x {HEIGHT}", flush=True)
    server.serve_forever()
