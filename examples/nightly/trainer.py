#!/usr/bin/env python3
"""A stand-in for your trainer: `trainer.py FOLDER` learns from an export and prints what it says of every image.

It compares how often each byte is in a file, and so it learns next to nothing of pictures. Replace it, and keep the
lines that it prints: ids of images, names of classes, scores from 0 to 1.
"""
import csv
import json
import math
import pathlib
import sys


def look(path):
    data = path.read_bytes()
    return [data.count(byte) / len(data) for byte in range(256)]


def train(folder):
    with open(folder / "index.csv", newline="", encoding="utf-8") as index:
        rows = list(csv.DictReader(index))
    looks = {row["image"]: look(folder / row["file"]) for row in rows}
    middles = {}
    for name in sorted({row["class"] for row in rows if row["class"]}):
        taught = [looks[row["image"]] for row in rows if row["class"] == name and row["set"] == "TRAIN"]
        if taught:
            middles[name] = [sum(shares) / len(taught) for shares in zip(*taught)]
    for image, seen in looks.items():
        likely = {name: math.exp(-100 * math.dist(seen, middle)) for name, middle in middles.items()}
        whole = sum(likely.values())
        said = [{"tag": name, "score": round(share / whole, 4)} for name, share in likely.items()]
        yield {"image": image, "predictions": said}


if __name__ == "__main__":
    for each in train(pathlib.Path(sys.argv[1])):
        print(json.dumps(each))
