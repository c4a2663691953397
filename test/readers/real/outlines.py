"""Outlines as masks, by pycocotools: a line of JSON with `size` and `polygons` in, the same with `counts` out."""
import json
import sys

from pycocotools import mask

for line in sys.stdin:
    case = json.loads(line)
    height, width = case["size"]
    merged = mask.merge(mask.frPyObjects(case["polygons"], height, width))
    print(json.dumps({**case, "counts": merged["counts"].decode()}))
