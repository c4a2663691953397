"""Trains small models from scratch, on a processor, on unpacked exports by the lines of docs/train/training.md.

Usage: python3 train.py classify|detect|segment FOLDER LINE, writes FOLDER/result.json: {score, chance}, of images that the
training has not seen. A score far above chance says that pictures and labels belong together.
"""

import json
import os
import random
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

SEED = 1
torch.manual_seed(SEED)
random.seed(SEED)
# Threads that wait for each other are slow on a busy machine.
torch.set_num_threads(1)


def block(inputs, outputs, stride=1):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


def tensor(image, size):
    """Pictures are width, height; tensors are height, width."""
    data = np.asarray(image.convert("RGB").resize(size), dtype=np.float32) / 255 - 0.5
    return torch.from_numpy(data).permute(2, 0, 1)


def fit(model, inputs, targets, loss, epochs, flip=None):
    """Adam with one cycle of the rate, batches of 16; half of the batches mirrored, if their labels can be."""
    steps = epochs * -(-len(inputs) // 16)
    adam = torch.optim.Adam(model.parameters(), weight_decay=1e-4)
    rate = torch.optim.lr_scheduler.OneCycleLR(adam, 3e-3, total_steps=steps)
    model.train()
    for _ in range(epochs):
        for batch in torch.randperm(len(inputs)).split(16):
            x, y = inputs[batch], [each[batch] for each in targets]
            if flip and random.random() < 0.5:
                x, y = x.flip(3), flip(y)
            adam.zero_grad()
            loss(model(x), *y).backward()
            adam.step()
            rate.step()
    model.eval()


def folders(line, part):
    """ImageFolder of a set, with the class list of docs/train/training.md before it."""
    from torchvision.datasets import ImageFolder

    *lines, last = line.strip().split("\n")
    exec("\n".join(lines), {})
    return eval(last.replace("train", part), {"ImageFolder": ImageFolder})


def classify(line):
    size = (160, 120)

    def read(part):
        data = folders(line, part)
        return torch.stack([tensor(image, size) for image, _ in data]), torch.tensor([number for _, number in data])

    (inputs, targets), (tests, truth) = read("train"), read("test")
    classes = int(targets.max()) + 1
    widths = [3, 16, 32, 64, 96]
    layers = [block(a, b, 2) for a, b in zip(widths, widths[1:])]
    model = nn.Sequential(*layers, nn.AdaptiveMaxPool2d(1), nn.Flatten(), nn.Linear(widths[-1], classes))
    fit(model, inputs, [targets], F.cross_entropy, 40, flip=lambda y: y)
    with torch.no_grad():
        found = model(tests).argmax(1)
    return {"score": (found == truth).float().mean().item(), "chance": truth.bincount().max().item() / len(truth)}


# A cell of the detector's grid, and about the side of an object, in pixels of the input.
CELL = 8
SIDE = 25
DETECTED = (160, 120)


def detect(line):
    """One shot: each cell says the class of the object whose middle is in it, where, and how large."""
    from torchvision.datasets import VOCDetection

    def read(part):
        data = eval(line.replace("train", part), {"VOCDetection": VOCDetection})
        images, objects = [], []
        for image, target in data:
            images.append(tensor(image, DETECTED))
            across, down = DETECTED[0] / image.width, DETECTED[1] / image.height
            found = []
            for each in target["annotation"].get("object", []):
                x1, y1, x2, y2 = (int(each["bndbox"][edge]) for edge in ("xmin", "ymin", "xmax", "ymax"))
                found.append((each["name"], (x1 - 1) * across, (y1 - 1) * down, x2 * across, y2 * down))
            objects.append(found)
        return torch.stack(images), objects

    (inputs, objects), (tests, truth) = read("train"), read("val")
    names = sorted({each[0] for found in objects for each in found})
    rows, columns = DETECTED[1] // CELL, DETECTED[0] // CELL
    classes = torch.zeros(len(inputs), rows, columns, dtype=torch.long)
    boxes = torch.zeros(len(inputs), 4, rows, columns)
    for at, found in enumerate(objects):
        for name, x1, y1, x2, y2 in found:
            x, y = (x1 + x2) / 2 / CELL, (y1 + y2) / 2 / CELL
            column, row = min(int(x), columns - 1), min(int(y), rows - 1)
            classes[at, row, column] = names.index(name) + 1
            boxes[at, :, row, column] = torch.tensor([x - column, y - row, (x2 - x1) / SIDE, (y2 - y1) / SIDE])
    weights = torch.tensor([0.1] + [1.0] * len(names))

    def loss(output, wanted, places):
        at = (wanted > 0).unsqueeze(1)
        far = (F.smooth_l1_loss(output[:, :4], places, reduction="none", beta=0.1) * at).sum() / at.sum().clamp(min=1)
        return F.cross_entropy(output[:, 4:], wanted, weights) + far

    model = nn.Sequential(
        *[block(3, 16, 2), block(16, 32, 2), block(32, 64, 2), block(64, 64), block(64, 64), block(64, 64)],
        nn.Conv2d(64, 5 + len(names), 1),
    )
    fit(model, inputs, [classes, boxes], loss, 30)
    right, guessed = 0, 0
    with torch.no_grad():
        for image, known in zip(tests, truth):
            found = peaks(model(image[None])[0], names)
            guessed += len(found)
            right += sum(any(each[0] == name and overlap(each[1:], box) >= 0.5 for each in found) for name, *box in known)
    total = sum(len(known) for known in truth)
    return {"score": 2 * right / (guessed + total), "chance": 0.0}


def peaks(output, names):
    """Boxes of the cells that are surer than their neighbours."""
    sure = output[4:].softmax(0)[1:]
    best, number = sure.max(0)
    tops = (best > 0.5) & (best == F.max_pool2d(best[None], 5, 1, 2)[0])
    found = []
    for row, column in tops.nonzero().tolist():
        x, y, w, h = output[:4, row, column].tolist()
        x, y = (x + column) * CELL, (y + row) * CELL
        half = (w * SIDE / 2, h * SIDE / 2)
        found.append((names[number[row, column]], x - half[0], y - half[1], x + half[0], y + half[1]))
    return found


def overlap(a, b):
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    both = max(width, 0) * max(height, 0)
    area = lambda each: (each[2] - each[0]) * (each[3] - each[1])
    return both / max(area(a) + area(b) - both, 1e-9)


class UNet(nn.Module):
    def __init__(self, widths=(8, 16, 32)):
        super().__init__()
        self.down = nn.ModuleList(nn.Sequential(block(a, b), block(b, b)) for a, b in zip((3, *widths), widths))
        ups = list(zip(widths[::-1], widths[-2::-1]))
        self.up = nn.ModuleList(nn.Sequential(block(a + b, b), block(b, b)) for a, b in ups)
        self.last = nn.Conv2d(widths[0], 1, 1)

    def forward(self, x):
        kept = []
        for at, down in enumerate(self.down):
            x = down(x if at == 0 else F.max_pool2d(x, 2))
            kept.append(x)
        for up, side in zip(self.up, kept[-2::-1]):
            x = up(torch.cat([F.interpolate(x, scale_factor=2), side], 1))
        return self.last(x)


def segment(line):
    """Pixels with any defect. The mask of an image is in ground_truth, in the folder of its class."""
    from PIL import Image

    size = (96, 72)

    def read(part):
        truth = "ground_truth" if part == "test" else f"ground_truth_{part}"
        images, masks = [], []
        for path, _ in folders(line, part).samples:
            path = Path(path)
            mask = path.parents[2] / truth / path.parent.name / f"{path.stem}_mask.png"
            images.append(tensor(Image.open(path), size))
            masks.append(torch.from_numpy(np.array(Image.open(mask).resize(size)) > 127).float()[None])
        return torch.stack(images), torch.stack(masks)

    (inputs, targets), (tests, truth) = read("train"), read("test")

    def loss(output, wanted):
        share = torch.sigmoid(output)
        dice = 1 - (2 * (share * wanted).sum() + 1) / (share.sum() + wanted.sum() + 1)
        return F.binary_cross_entropy_with_logits(output, wanted) + dice

    model = UNet()
    fit(model, inputs, [targets], loss, 20, flip=lambda y: [y[0].flip(3)])
    with torch.no_grad():
        found = torch.cat([model(batch) > 0 for batch in tests.split(16)])
    wanted = truth > 0
    score = (found & wanted).sum().item() / (found | wanted).sum().item()
    return {"score": score, "chance": wanted.float().mean().item()}


def main(kind, folder, line):
    os.chdir(folder)
    result = {"classify": classify, "detect": detect, "segment": segment}[kind](line)
    Path("result.json").write_text(json.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])
