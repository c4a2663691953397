/** The figures of a model's boxes beside pycocotools, where Python has it: of the same images, without reading them. */
import { Random } from '../../emulators/scenes/random.ts';
import type { DetectionImage } from '../../packages/evaluate/src/detection.ts';
import { findPython } from '../readers/real/python.ts';
import { askReference } from '../readers/real/reference.ts';
import { distanceOf, evaluateCase } from '../support/evaluated.ts';
import { TAGS } from './made-datasets.ts';
import type { Row } from './row.ts';

const IMAGES = 10_000;
const BOXES = 10;

export function besideReference(): Row[] {
  const { command, versions } = findPython(['pycocotools']);
  if (versions.pycocotools === undefined) return [];
  const random = new Random(2);
  const images = Array.from({ length: IMAGES }, (_, at) => makeImage(at, random));
  const made = { classes: [...TAGS], images };
  const before = process.cpuUsage();
  const figures = evaluateCase(made);
  const { user, system } = process.cpuUsage(before);
  const ours = (user + system) / 1e6;
  const [theirs] = askReference(command, [made]);
  if (!theirs || distanceOf(figures, theirs) > 1e-6)
    throw new Error('The figures are not those of pycocotools');
  return [
    {
      ...{ name: `runs: figures of ${IMAGES} images with ${BOXES} boxes`, unit: 's of processor time' },
      ...{ ours, reference: theirs.seconds, ratio: theirs.seconds / ours, bar: '>= 1' },
      note: `reference: pycocotools ${versions.pycocotools}`,
    },
  ];
}

/** Boxes of a picture of 640 pixels; those of the model are a little moved, and one of ten has another class. */
function makeImage(burst: number, random: Random): DetectionImage {
  const truth = Array.from({ length: BOXES }, () => {
    const [x, y] = [random.next() * 450, random.next() * 450];
    const box: [number, number, number, number] = [x, y, 6 + random.next() * 128, 6 + random.next() * 128];
    return { class: random.pick(TAGS), box };
  });
  const predictions = truth.map(({ class: name, box: [x, y, width, height] }) => ({
    ...{ class: random.next() < 0.9 ? name : random.pick(TAGS), score: random.next() },
    box: [x + random.next() * 6, y + random.next() * 6, width, height] as (typeof truth)[0]['box'],
  }));
  return { burst, truth, predictions };
}
