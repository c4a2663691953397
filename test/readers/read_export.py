"""Reads an export by the published rules of its format, with Python's standard library alone.

Usage: python3 read_export.py FORMAT FILE, prints JSON: a list of {set, image, classes, boxes, masks}. `image` is the
SHA-256 of its bytes, boxes are x and y of the middle, width and height from 0 to 1, masks the SHA-256 of one byte for
each pixel. Rules: cocodataset/cocoapi (coco.py, maskApi.c), docs.ultralytics.com/datasets, the VOC2012 development kit,
huggingface.co/docs/datasets/image_dataset, Ultralytics' convert_ndjson_to_yolo.
"""

import hashlib
import json
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

SETS = {"train": "train", "validation": "val", "val": "val", "test": "test"}


def digest(data):
    return hashlib.sha256(data).hexdigest()


def middle(x, y, w, h, width=1, height=1):
    return [(x + w / 2) / width, (y + h / 2) / height, w / width, h / height]


def read_yolo(archive):
    names = {}
    for line in archive.read("data.yaml").decode().splitlines():
        key, _, value = line.strip().partition(": ")
        if key.isdigit():
            names[int(key)] = json.loads(value)
    for path in archive.namelist():
        if not path.startswith("images/"):
            continue
        labels = path.replace("images/", "labels/", 1).rpartition(".")[0] + ".txt"
        rows = [line.split() for line in archive.read(labels).decode().splitlines()]
        boxes = [{"name": names[int(row[0])], "box": [float(each) for each in row[1:]]} for row in rows]
        yield {"set": path.split("/")[1], "image": digest(archive.read(path)), "boxes": boxes}


def read_yolo_tree(archive):
    for path in archive.namelist():
        parts = path.split("/")
        if len(parts) == 3 and parts[2]:
            yield {"set": parts[0], "image": digest(archive.read(path)), "classes": [parts[1]]}


def decode(segmentation):
    """Run lengths as text, column by column, into one byte for each pixel, row by row."""
    height, width = segmentation["size"]
    text, runs, at = segmentation["counts"].encode(), [], 0
    while at < len(text):
        value, shift, more = 0, 0, True
        while more:
            group = text[at] - 48
            value |= (group & 0x1F) << shift
            more = bool(group & 0x20)
            at, shift = at + 1, shift + 5
            if not more and group & 0x10:
                value -= 1 << shift
        runs.append(value + runs[-2] if len(runs) > 2 else value)
    columns = b"".join(bytes([index % 2]) * run for index, run in enumerate(runs))
    assert len(columns) == width * height
    return b"".join(columns[row::height] for row in range(height))


def read_coco(archive):
    for path in archive.namelist():
        if not path.startswith("annotations/"):
            continue
        data = json.loads(archive.read(path))
        name = path.rpartition("_")[2].partition(".")[0]
        names = {each["id"]: each["name"] for each in data["categories"]}
        for image in data["images"]:
            own = [each for each in data["annotations"] if each["image_id"] == image["id"]]
            size = (image["width"], image["height"])
            yield {
                "set": name,
                "image": digest(archive.read(f"images/{name}/{image['file_name']}")),
                "boxes": [
                    {"name": names[each["category_id"]], "box": middle(*each["bbox"], *size)}
                    for each in own
                    if isinstance(each["segmentation"], list)
                ],
                "masks": [
                    {"name": names[each["category_id"]], "pixels": digest(decode(each["segmentation"]))}
                    for each in own
                    if not isinstance(each["segmentation"], list)
                ],
            }


def read_voc(archive):
    for name in ("train", "val", "test"):
        for stem in archive.read(f"ImageSets/Main/{name}.txt").decode().split():
            root = ElementTree.fromstring(archive.read(f"Annotations/{stem}.xml"))
            width, height = (int(root.findtext(f"size/{side}")) for side in ("width", "height"))
            boxes = []
            for each in root.iter("object"):
                x1, y1, x2, y2 = (int(each.findtext(f"bndbox/{edge}")) for edge in ("xmin", "ymin", "xmax", "ymax"))
                box = middle(x1 - 1, y1 - 1, x2 - x1 + 1, y2 - y1 + 1, width, height)
                boxes.append({"name": each.findtext("name"), "box": box})
            yield {"set": name, "image": digest(archive.read(f"JPEGImages/{root.findtext('filename')}")), "boxes": boxes}


def read_imagefolder(archive):
    """Boxes stay in pixels: the size of an image is in its bytes."""
    for path in archive.namelist():
        folder, _, file = path.partition("/")
        if file != "metadata.jsonl":
            continue
        for line in archive.read(path).decode().splitlines():
            row = json.loads(line)
            label = row.get("label")
            objects = row.get("objects", {"bbox": [], "categories": []})
            yield {
                "set": SETS[folder],
                "image": digest(archive.read(f"{folder}/{row['file_name']}")),
                "classes": row.get("labels", [] if label is None else [label]),
                "boxes": [
                    {"name": name, "box": middle(*box)} for name, box in zip(objects["categories"], objects["bbox"])
                ],
            }


def read_ndjson(path):
    with open(path, encoding="utf-8") as lines:
        head, *images = (json.loads(line) for line in lines if line.strip())
    for image in images:
        annotations = image.get("annotations", {})
        labels = next(iter(annotations.values()), [])
        if head["task"] == "classify":
            yield {"set": image["split"], "classes": [head["class_names"][str(labels[0] if labels else 0)]]}
        else:
            boxes = [{"name": head["class_names"][str(label[0])], "box": label[1:]} for label in labels]
            yield {"set": image["split"], "boxes": boxes}


READERS = {
    "yolo": read_yolo,
    "yolo-tree": read_yolo_tree,
    "coco": read_coco,
    "voc": read_voc,
    "imagefolder": read_imagefolder,
}


def main(kind, path):
    images = read_ndjson(path) if kind == "ndjson" else READERS[kind](zipfile.ZipFile(path))
    empty = {"image": "", "classes": [], "boxes": [], "masks": []}
    json.dump([{**empty, **image} for image in images], sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
