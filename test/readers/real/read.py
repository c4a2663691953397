"""Reads unpacked exports with the libraries that people train with, by the lines of docs/train/training.md.

Usage: python3 read.py READER FOLDER LINE, prints JSON: for each folder in FOLDER a list of images, {file, set, picture,
classes, boxes, masks}. `file` is the path in the archive, `picture` the PNG of what the library opened, boxes are x and y of
the middle, width and height from 0 to 1, masks one byte for each pixel.
"""

import base64
import io
import json
import os
import sys
from pathlib import Path

import numpy as np
from PIL import Image

SETS = ("train", "val", "test")


def png(image):
    data = io.BytesIO()
    image.convert("RGB").save(data, "PNG")
    return base64.b64encode(data.getvalue()).decode()


def unit(x1, y1, x2, y2, width, height):
    return [(x1 + x2) / 2 / width, (y1 + y2) / 2 / height, (x2 - x1) / width, (y2 - y1) / height]


def pixels(mask):
    return base64.b64encode((np.asarray(mask) > 0).astype(np.uint8).tobytes()).decode()


def found(file, part, image, classes=(), boxes=(), masks=()):
    return {
        **{"file": str(file), "set": part, "picture": png(image), "classes": list(classes)},
        **{"boxes": list(boxes), "masks": list(masks)},
    }


def read_pycocotools(line):
    """torchvision's CocoDetection is pycocotools and a loader of pictures. Masks: annToMask of every object, of boxes too."""
    from torchvision.datasets import CocoDetection

    for part in SETS:
        if not os.path.exists(f"parts-v1-coco/annotations/instances_{part}.json"):
            continue
        data = eval(line.replace("train", part), {"CocoDetection": CocoDetection})
        names = {each["id"]: each["name"] for each in data.coco.loadCats(data.coco.getCatIds())}
        for at, number in enumerate(data.ids):
            image, objects = data[at]
            boxes, masks = [], []
            for each in objects:
                x, y, w, h = each["bbox"]
                mask = data.coco.annToMask(each)
                assert mask.shape == image.size[::-1]
                if isinstance(each["segmentation"], dict):
                    masks.append({"name": names[each["category_id"]], "pixels": pixels(mask)})
                else:
                    box = unit(x, y, x + w, y + h, *image.size)
                    boxes.append({"name": names[each["category_id"]], "box": box})
            file = data.coco.loadImgs(number)[0]["file_name"]
            yield found(f"images/{part}/{file}", part, image, boxes=boxes, masks=masks)


def read_voc(line):
    """It knows no test set of 2012."""
    from torchvision.datasets import VOCDetection

    for part in ("train", "val"):
        data = eval(line.replace("train", part), {"VOCDetection": VOCDetection})
        for at, path in enumerate(data.images):
            image, target = data[at]
            boxes = []
            for each in target["annotation"].get("object", []):
                x1, y1, x2, y2 = (int(each["bndbox"][edge]) for edge in ("xmin", "ymin", "xmax", "ymax"))
                boxes.append({"name": each["name"], "box": unit(x1 - 1, y1 - 1, x2, y2, *image.size)})
            yield found(Path(path).relative_to("parts-v1-voc/VOCdevkit/VOC2012"), part, image, boxes=boxes)


def read_folders(line):
    """The list of classes in docs/train/training.md stands before the line."""
    from torchvision.datasets import ImageFolder
    from torchvision.datasets.folder import find_classes

    *lines, last = line.strip().split("\n")
    exec("\n".join(lines), {})
    numbers = set()
    for part in SETS:
        folder = part.replace("val", "validation")
        if not os.path.exists(f"parts-v1-masks/{folder}"):
            continue
        data = eval(last.replace("train", folder), {"ImageFolder": ImageFolder})
        names = Path("parts-v1-masks/classes.txt").read_text(encoding="utf-8").splitlines()
        # As without the list, if no folder is empty.
        assert find_classes(f"parts-v1-masks/{folder}")[0] == names
        for at, (path, number) in enumerate(data.samples):
            assert Path(path).parent.name == names[number], "class numbers differ between sets"
            numbers.add(number)
            image, target = data[at]
            assert target == number
            yield found(Path(path).relative_to("parts-v1-masks"), part, image, classes=[names[number]])


def read_supervision(line):
    from supervision import DetectionDataset

    for part in SETS:
        if not os.path.exists(f"parts-v1-yolo/images/{part}"):
            continue
        data = eval(line.replace("train", part), {"DetectionDataset": DetectionDataset})
        for path, _, objects in data:
            image = Image.open(path)
            boxes = [
                {"name": data.classes[number], "box": unit(*map(float, box), *image.size)}
                for number, box in zip(objects.class_id, objects.xyxy)
            ]
            yield found(Path(path).relative_to("parts-v1-yolo"), part, image, boxes=boxes)


def read_ultralytics(line):
    """What `yolo detect train` reads before it trains."""
    from ultralytics.data.dataset import YOLODataset
    from ultralytics.data.utils import check_det_dataset

    data = check_det_dataset(line.split("data=")[1].split()[0])
    for part in SETS:
        # A set without images is named for another one.
        if not data.get(part) or Path(data[part]).name != part:
            continue
        for label in YOLODataset(img_path=data[part], data=data, task="detect", augment=False).labels:
            rows = zip(label["cls"][:, 0], label["bboxes"])
            boxes = [{"name": data["names"][int(number)], "box": list(map(float, box))} for number, box in rows]
            path = Path(label["im_file"])
            yield found(f"images/{part}/{path.name}", part, Image.open(path), boxes=boxes)


def read_datasets(line):
    from datasets import load_dataset

    data = eval(line, {"load_dataset": load_dataset})
    for part, rows in data.items():
        folder = Path("parts-v1-imagefolder") / part
        names = [json.loads(row)["file_name"] for row in (folder / "metadata.jsonl").open(encoding="utf-8")]
        for name, row in zip(names, rows):
            classes = [] if row["label"] is None else [row["label"]]
            yield found(f"{part}/{name}", part.replace("validation", "val"), row["image"], classes=classes)


READERS = {
    "pycocotools": read_pycocotools,
    "voc": read_voc,
    "folders": read_folders,
    "supervision": read_supervision,
    "ultralytics": read_ultralytics,
    "datasets": read_datasets,
}


def main(kind, root, line):
    results = []
    for folder in sorted(Path(root).iterdir(), key=lambda each: int(each.name)):
        os.chdir(folder)
        results.append(list(READERS[kind](line)))
    # The library prints into what is to be read.
    Path(root, "found.json").write_text(json.dumps(results))


if __name__ == "__main__":
    main(*sys.argv[1:])
