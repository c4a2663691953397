"""Evaluates cases with pycocotools, the reference.

Usage: python3 evaluate.py < cases.ndjson > figures.ndjson: for each case a line {coco, classes, seconds}: its twelve figures,
AP, AP50 and AP75 of each class, and the processor time of these. What has no figure is null.
"""

import contextlib
import io
import json
import sys
import time

from pycocotools import mask
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval


def shape(each):
    if "box" in each:
        return {"bbox": each["box"], "area": each["box"][2] * each["box"][3]}
    runs = mask.frPyObjects(each["mask"], *each["mask"]["size"])
    return {"segmentation": runs, "area": float(mask.area(runs))}


def coco(case, objects):
    """Objects are lists, one for each image; ids count from 1, because 0 means no match."""
    data = COCO()
    numbers = {name: number for number, name in enumerate(case["classes"], 1)}
    data.dataset = {
        "images": [{"id": number} for number, _ in enumerate(objects, 1)],
        "categories": [{"id": number, "name": name} for name, number in numbers.items()],
        "annotations": [],
    }
    for number, image in enumerate(objects, 1):
        size = {"height": 0, "width": 0}
        for each in image:
            own = {key: each[key] for key in ("area", "score") if key in each}
            data.dataset["annotations"].append({
                **{"id": len(data.dataset["annotations"]) + 1, "image_id": number, "iscrowd": 0},
                **{"category_id": numbers[each["class"]], **shape(each), **own},
            })
            if "mask" in each:
                size = dict(zip(("height", "width"), each["mask"]["size"]))
        data.dataset["images"][number - 1].update(size)
    data.createIndex()
    return data


def mean(values):
    values = values[values > -1]
    return float(values.mean()) if values.size else None


def evaluate(case):
    truth = coco(case, [image["truth"] for image in case["images"]])
    found = coco(case, [image["predictions"] for image in case["images"]])
    shapes = [each for image in case["images"] for each in image["truth"] + image["predictions"]]
    began = time.process_time()
    evaluation = COCOeval(truth, found, "segm" if any("mask" in each for each in shapes) else "bbox")
    evaluation.evaluate()
    evaluation.accumulate()
    evaluation.summarize()
    # By overlap, recall, class, area range and number of predictions.
    precision = evaluation.eval["precision"]
    classes = [
        [mean(precision[overlaps, :, place, 0, 2]) for overlaps in (slice(None), 0, 5)]
        for place, _ in enumerate(case["classes"])
    ]
    seconds = time.process_time() - began
    figures = [None if each == -1 else float(each) for each in evaluation.stats]
    return {"coco": figures, "classes": classes, "seconds": seconds}


for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()):
        figures = evaluate(json.loads(line))
    print(json.dumps(figures))
