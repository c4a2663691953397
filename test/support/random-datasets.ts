/** Random datasets of every type: pictures of all kinds, odd names, sets and classes that may be empty, up to 500 objects. */

import { foldName } from '../../packages/formats/src/write/safe-name.ts';
import type { DatasetType, TrainingSet } from '../../packages/records/src/lists.ts';
import { anyText, fc } from './fast-check.ts';
import { KINDS, type Picture } from './made-picture.ts';
import type { PlannedDataset, PlannedImage } from './planned-dataset.ts';

const TYPES: readonly DatasetType[] = ['MULTICLASS', 'MULTILABEL', 'imageObjectDetection', 'ANOMALY'];
const SETS: readonly TrainingSet[] = ['TRAIN', 'VALIDATION', 'TEST'];
const MOST_OBJECTS = 500;

/** As the service takes them: one line, without space at the ends. */
const name = fc
  .oneof(
    fc.constantFrom(
      'good',
      'bad',
      'Normal',
      'a b',
      'a_b',
      'A_B',
      'größer',
      '🔩',
      'x,y',
      '"',
      "'",
      'CON',
      '..',
      '{}',
      '0',
      'null',
    ),
    anyText({ minLength: 1, maxLength: 12 }),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '' && text.isWellFormed() && !/\p{Cc}/u.test(text));

const classes = fc.uniqueArray(name, { minLength: 1, maxLength: 5 });
/** Those that stay apart where case, signs and invisible characters are lost. */
const plainOf = (text: string) => foldName(text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, ''));
const distantClasses = fc.uniqueArray(
  name.filter((text) => plainOf(text) !== '' && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)),
  { minLength: 1, maxLength: 5, selector: plainOf },
);

const picture = fc.record({
  kind: fc.constantFrom(...KINDS),
  orientation: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 8 })),
  width: fc.integer({ min: 16, max: 40 }),
  height: fc.integer({ min: 16, max: 40 }),
});

/** Evenly spread, unlike fast-check's doubles, most of which are almost 0. */
const STEPS = 9_999_991;
const unit = (min: number, max: number) => fc.nat(STEPS).map((step) => min + (step / STEPS) * (max - min));
const annotation = fc.record({
  type: fc.constantFrom('rect', 'rect', 'rect', 'mask', 'point'),
  x: unit(-0.1, 1.05),
  y: unit(-0.1, 1.05),
  w: unit(0, 1.1),
  h: unit(0, 1.1),
  tag: fc.nat(),
});
const annotations = fc.oneof(
  { weight: 20, arbitrary: fc.array(annotation, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.array(annotation, { minLength: 400, maxLength: MOST_OBJECTS, size: 'max' }) },
);

/** Discs, and holes in them. */
const discs = fc.array(
  fc.record({ isHole: fc.boolean(), x: unit(0, 1), y: unit(0, 1), radius: unit(0, 12) }),
  { minLength: 1, maxLength: 4 },
);
const masks = fc.array(fc.record({ tag: fc.nat(), discs }), { maxLength: 3 });

const image = fc.record({
  ...{ name, picture, annotations, masks },
  set: fc.constantFrom(...SETS),
  tag: fc.option(fc.nat()),
});

type Drawn = typeof image extends fc.Arbitrary<infer T> ? T : never;

const datasetOf = (names: fc.Arbitrary<string[]>): fc.Arbitrary<PlannedDataset> =>
  fc
    .record({
      type: fc.constantFrom(...TYPES),
      classes: names,
      sets: fc.subarray([...SETS], { minLength: 1 }),
      images: fc.array(image, { minLength: 1, maxLength: 8 }),
    })
    .map(({ type, classes: named, sets, images }) => ({
      type,
      classes: named,
      images: images.map((each, at) => fitted(each, at, { type, sets, count: named.length })),
    }));

export const datasets = datasetOf(classes);
export const distantDatasets = datasetOf(distantClasses);

interface Frame {
  type: DatasetType;
  sets: readonly TrainingSet[];
  count: number;
}

/** Tags are among the classes; no box comes twice, which some readers take for one. */
function fitted(drawn: Drawn, at: number, { type, sets, count }: Frame): PlannedImage {
  const { width, height } = drawn.picture;
  const hasMasks = type === 'MULTILABEL' || type === 'ANOMALY';
  const objects = drawn.annotations.map((each) => ({ ...each, tag: each.tag % count }));
  return {
    name: `${drawn.name}.jpg`,
    picture: { ...drawn.picture, shade: at } satisfies Picture,
    set: sets[SETS.indexOf(drawn.set) % sets.length] as TrainingSet,
    tag: type === 'imageObjectDetection' || drawn.tag === null ? null : drawn.tag % count,
    annotations:
      type === 'MULTICLASS' ? [] : [...new Map(objects.map((each) => [placeOf(each), each])).values()],
    masks: hasMasks
      ? drawn.masks.map((mask) => ({ tag: mask.tag % count, pixels: painted(mask.discs, width, height) }))
      : [],
  };
}

/** To a millionth of what is in the image, as text formats have it. */
const placeOf = ({ tag, x, y, w, h }: { tag: number; x: number; y: number; w: number; h: number }): string =>
  [x, y, x + w, y + h].map((edge) => Math.min(1, Math.max(0, edge)).toFixed(6)).join() + tag;

type Discs = Drawn['masks'][number]['discs'];

const painted = (shape: Discs, width: number, height: number): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const top = shape.findLast((disc) => Math.hypot(x - disc.x * width, y - disc.y * height) <= disc.radius);
    return top && !top.isHole ? 1 : 0;
  });
