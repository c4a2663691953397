/**
 * Contract 14: runs evaluated on the images of a version, and compared.
 * @covers Contract 14 POST evaluate: figures as the package has them, what one side lacks, images of the training; classes, boxes and masks
 * @covers Contract 14 GET compare: each figure with its difference and interval, on the images that both runs have looked at, by burst
 */
import { describe, expect, test } from '@jest/globals';
import type { Version } from '../../functions/src/common/versions/version-ports.ts';
import {
  compareImages,
  evaluateImages,
} from '../../functions/src/dataset/runs/judge/evaluation/evaluate-images.ts';
import type { CopiesOf } from '../../functions/src/dataset/runs/judge/evaluation/group-images.ts';
import type { Kind, ReadMask } from '../../functions/src/dataset/runs/judge/evaluation/truth.ts';
import type { RunIndex } from '../../functions/src/dataset/runs/judge/run-index.ts';
import { kindOf } from '../../functions/src/dataset/runs/judge/run-sources.ts';
import { DetectionEvaluator } from '../../packages/evaluate/src/detection.ts';
import type { Shape } from '../../packages/evaluate/src/shapes.ts';
import { RunText } from '../../packages/formats/src/shape/run-text.ts';
import { classesOf } from '../../packages/formats/src/write/export-source.ts';
import { byteOrder } from '../../packages/records/src/byte-order.ts';
import type { ManifestImage } from '../../packages/records/src/manifest.ts';
import type { Prediction, RunImage } from '../../packages/records/src/run-lines.ts';
import { type EvaluationCase, makeCase } from '../support/evaluation-cases.ts';

const tags = ['good', 'bad', 'odd'].map((id) => ({ id, name: `the ${id}`, unclassified: false }));
const classes = classesOf({ tags, tagmap: { odd: null } });

const manifest = (fields: Partial<ManifestImage> & { image: string }): ManifestImage => ({
  ...{ uri: `gs://b/${fields.image}`, generation: '1', sha256: '', size: 1, width: 128, height: 128 },
  ...{ name: '', set: 'TEST', tag: null, tags: [], masks: [], session: '', monitor: null, date: 0 },
  ...fields,
});

async function* pages<T extends { image: string }>(images: readonly T[]): AsyncGenerator<T[]> {
  const sorted = images.toSorted((a, b) => byteOrder(a.image, b.image));
  for (let at = 0; at < sorted.length; at += 2) yield sorted.slice(at, at + 2);
}

const said = (image: string, ...predictions: Prediction[]): RunImage => ({ image, predictions });
const is = (tag: string, score: number): Prediction => ({ tag, score });

const noMask: ReadMask = async () => null;
/** There are no embeddings. */
const copiesOf = async () => null;
const signal = new AbortController().signal;

interface Given {
  images: ManifestImage[];
  run: RunImage[];
  trained?: ManifestImage[];
  kind?: Kind;
  threshold?: number;
  copiesOf?: CopiesOf;
}

// biome-ignore lint/suspicious/noExplicitAny: the figures of any kind.
const evaluate = (given: Given): Promise<any> =>
  evaluateImages({
    images: () => pages(given.images),
    run: pages(given.run),
    trained: given.trained ? pages(given.trained) : null,
    set: 'TEST',
    options: { kind: given.kind ?? 'classes', classes, bad: ['the bad'], threshold: given.threshold },
    readMask: noMask,
    copiesOf: given.copiesOf ?? copiesOf,
  });

describe('classes', () => {
  const images = [
    manifest({ image: 'a', tag: 'good' }),
    manifest({ image: 'b', tag: 'bad' }),
    manifest({ image: 'c', tag: 'bad' }),
    manifest({ image: 'd', tag: 'good' }),
    manifest({ image: 'e', tag: null }),
    manifest({ image: 'f', tag: 'good', set: 'TRAIN' }),
    manifest({ image: 'ä', tag: 'good' }),
  ];
  const run = [
    said('a', is('good', 0.9)),
    said('b', is('good', 0.8), is('bad', 0.2)),
    said('c', is('odd', 0.95), is('bad', 0.3)),
    said('e', is('good', 1)),
    said('f', is('good', 1)),
    said('x', is('good', 1)),
    said('ä'),
  ];

  test('only images that both sides have are in the figures; the others are counted', async () => {
    const report = await evaluate({ images, run });
    expect(report).toMatchObject({
      images: 4,
      accuracy: 0.5,
      uncovered: { run: { count: 1, images: ['d'] }, version: { count: 1, images: ['x'] } },
      leaked: null,
      ...{ unlabelled: 1, unclassed: 1, unaccepted: 0 },
    });
    expect(report.confusion).toEqual({
      classes: ['the good', 'the bad'],
      counts: [
        [1, 0, 1],
        [1, 1, 0],
        [0, 0, 0],
      ],
    });
    // A bad part is as bad as its bad classes say together; a good one as far as the good class is doubted.
    expect(report.inspection).toMatchObject({
      ...{ bad: ['the bad'], alike: 'look', groups: { good: 2, bad: 2 } },
      curve: [
        { threshold: 0.2, escapes: { count: 0 }, falseRejects: { count: 0 } },
        { threshold: 0.3, escapes: { count: 1 }, falseRejects: { count: 0 } },
      ],
    });
  });

  test('near copies are one part of an inspection, where they are known and are not different parts', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `image-${String(at).padStart(2, '0')}`);
    const parts = ids.map((image, at) => manifest({ image, tag: at < 8 ? 'bad' : 'good' }));
    const lines = ids.map((image, at) => said(image, is('bad', at < 3 ? 0.1 : at < 8 ? 0.9 : 0.2)));
    const inspect = async (groups: string[][] | null) => {
      const asked: (readonly string[])[] = [];
      const report = await evaluate({
        images: [...parts, manifest({ image: 'x', set: 'TRAIN' })],
        run: lines,
        copiesOf: async (known) => {
          asked.push(known);
          return groups;
        },
      });
      expect(asked).toEqual([ids]);
      return report.inspection;
    };
    const missed = (count: number) => ({
      curve: expect.arrayContaining([
        expect.objectContaining({ threshold: 0.9, escapes: expect.objectContaining({ count }) }),
      ]),
    });
    expect(await inspect(null)).toMatchObject({ alike: 'look', groups: { bad: 8, good: 32 }, ...missed(3) });
    const copies = [ids.slice(0, 3), ids.slice(8, 11), ids.slice(6, 8)];
    expect(await inspect(copies)).toMatchObject({
      ...{ alike: 'signature', groups: { bad: 5, good: 30 } },
      ...missed(1),
    });
    // Good and bad ones are near copies as often as any two images.
    const mixed = [ids.slice(4, 12)];
    expect(await inspect(mixed)).toMatchObject({ alike: 'look', groups: { bad: 8, good: 32 } });
    // More than a part has photographs of, and half of the good ones.
    expect(await inspect([ids.slice(8, 28)])).toMatchObject({
      ...{ alike: 'signature', groups: { bad: 8, good: 32 } },
    });
  });

  test('a threshold makes answers below it nothing', async () => {
    expect(await evaluate({ images, run, threshold: 0.5 })).toMatchObject({ images: 4, accuracy: 0.25 });
  });

  test('images that the model was trained on are named', async () => {
    const trained = [
      manifest({ image: 'a', set: 'TRAIN' }),
      manifest({ image: 'b', set: 'VALIDATION' }),
      manifest({ image: 'd', set: 'TRAIN' }),
      manifest({ image: 'ä', set: 'TRAIN' }),
    ];
    const { leaked } = await evaluate({ images, run, trained });
    expect(leaked).toEqual({ count: 2, images: ['a', 'ä'] });
  });

  test('nothing at all has figures without values', async () => {
    expect(await evaluate({ images: [], run: [] })).toMatchObject({ images: 0, accuracy: null, best: null });
  });
});

describe('objects', () => {
  /** A picture of 128 pixels: shares of it are exact. */
  const share = ([x, y, w, h]: readonly number[]) => [x! / 128, y! / 128, w! / 128, h! / 128] as const;

  const rle = (counts: readonly number[]) => {
    const text = new RunText();
    for (const count of counts) text.add(count);
    return { size: [128, 128] as const, counts: text.text() };
  };

  /** The same objects in a version, and the same predictions in a run. */
  function stored({ images }: EvaluationCase) {
    const shapes = new Map<string, Shape>();
    const version = images.map(({ truth }, at) => {
      const image = `image-${at}`;
      const found = manifest({ image });
      for (const [place, shape] of truth.entries()) {
        const uri = `${image}/${place}`;
        shapes.set(uri, shape);
        if ('mask' in shape) found.masks = [...found.masks, { tag: shape.class, uri, generation: '1' }];
        else {
          const [x, y, w, h] = share(shape.box);
          const about = { type: 'rect', labeled: 'manual', tag: shape.class } as const;
          found.tags = [...found.tags, { ...about, x, y, w, h }];
        }
      }
      return found;
    });
    const run = images.map(({ predictions }, at) =>
      said(
        `image-${at}`,
        ...predictions.map(({ class: tag, score, ...shape }) => ({
          ...{ tag, score },
          ...('mask' in shape ? { rle: rle(Array.from(shape.mask.counts)) } : { box: share(shape.box) }),
        })),
      ),
    );
    const readMask: ReadMask = async ({ uri }) => ({ boxes: shapes.get(uri)!, masks: shapes.get(uri)! });
    return { version, run, readMask };
  }

  const cases = Array.from({ length: 40 }, (_, number) => {
    const made = makeCase(number, 39);
    const images = made.images.map((image) => ({
      ...image,
      truth: image.truth.map(({ area: _, ...shape }) => shape),
    })) as EvaluationCase['images'];
    return { ...made, images };
  });

  test(`${cases.length} random cases, boxes and masks, have the figures of the package`, async () => {
    for (const each of cases) {
      const evaluator = new DetectionEvaluator(each);
      for (const image of each.images) evaluator.add(image);
      const { version, run, readMask } = stored(each);
      const named = each.classes.map((id) => ({ id, name: id, unclassified: false }));
      const kind = version.some(({ masks }) => masks.length > 0) ? 'masks' : 'boxes';
      const options = { kind, classes: classesOf({ tags: named, tagmap: {} }) } as const;
      const report = await evaluateImages({
        ...{ images: () => pages(version), run: pages(run), trained: null, set: 'TEST', options },
        ...{ readMask, copiesOf },
      });
      expect(report).toMatchObject(evaluator.figures());
    }
  });

  test('a box beside masks is a mask of its pixels, and a mask around which there is a box is one object', async () => {
    const whole = [0.25, 0.5, 0.25, 0.25] as const;
    const [x, y, w, h] = whole;
    const box = { labeled: 'inference', tag: 'good', ...{ x, y, w, h } } as const;
    const masks = [{ tag: 'good', uri: 'mask', generation: '1' }];
    const images = [
      manifest({ image: 'a', tags: [{ ...box, type: 'rect' }] }),
      manifest({ image: 'b', tags: [{ ...box, type: 'mask' }], masks }),
      manifest({ image: 'c', tags: [{ ...box, type: 'point' }] }),
    ];
    const counts = [32 * 128 + 64, ...Array.from({ length: 31 }, () => [32, 96]).flat(), 32, 64 * 128 + 32];
    const run = [
      said('a', { ...is('good', 0.9), rle: rle(counts) }),
      said('b', { ...is('good', 0.8), box: whole }),
      said('c', { ...is('good', 0.7), rle: { size: [128, 128], counts: '0' } }),
    ];
    const shapes = {
      boxes: { box: [0, 0, 1, 1] as const },
      masks: { mask: { size: [128, 128] as const, counts } },
    };
    for (const kind of ['masks', 'boxes'] as const) {
      const report = await evaluateImages({
        ...{ images: () => pages(images), run: pages(run), trained: null, set: 'TEST' },
        options: { kind, classes },
        readMask: async () => shapes,
        copiesOf,
      });
      // The damaged mask of the third image is none.
      expect(report).toMatchObject({ images: 3, coco: { ap: 1 }, unaccepted: 3 });
      expect(report).toMatchObject({ classes: [{ objects: 2, predictions: 2 }, { objects: 0 }] });
    }
  });
});

describe('two runs', () => {
  const images = Array.from({ length: 60 }, (_, at) =>
    manifest({
      image: `image-${String(at).padStart(2, '0')}`,
      tag: 'good',
      // Ten bursts of six frames.
      session: 's',
      date: Math.floor(at / 6) * 60_000 + (at % 6) * 500,
    }),
  );
  const all = (isRight: (at: number) => boolean): RunImage[] =>
    images.map(({ image }, at) => said(image, is(isRight(at) ? 'good' : 'bad', 0.9)));

  const compare = (a: RunImage[], b: RunImage[], seed = 1, parts = images) =>
    compareImages({
      images: () => pages(parts),
      ...{ a: pages(a), b: pages(b), set: 'TEST', seed, signal },
      options: { kind: 'classes', classes, bad: ['the bad'] },
      thresholds: { a: 0.5, b: null },
      readMask: noMask,
      copiesOf,
    });

  test('are compared on the images that both have, and bursts are drawn as a whole', async () => {
    const [worse, better] = [all((at) => at >= 24), all((at) => at >= 6)];
    const { figures, ...about } = await compare(worse.slice(1), better.slice(2).concat(said('z')));
    expect(about).toEqual({
      ...{ images: 58, bursts: 10, points: { a: null, b: null } },
      inspections: { a: expect.objectContaining({ area: null }), b: expect.objectContaining({ area: null }) },
      uncovered: {
        a: { count: 1, images: ['image-00'] },
        b: { count: 2, images: ['image-00', 'image-01'] },
      },
    });
    const accuracy = figures.find(({ figure }) => figure === 'accuracy');
    expect(accuracy).toMatchObject({ class: null, a: 36 / 58, b: 54 / 58 });
    expect(accuracy?.difference).toBeCloseTo(18 / 58, 9);
    const [low = 0, high = 0] = accuracy?.interval ?? [];
    expect(low).toBeLessThan(18 / 58);
    expect(high).toBeGreaterThan(18 / 58);
    // Three of ten bursts differ: frames drawn one by one would have a third of this width.
    expect(high - low).toBeGreaterThan(0.4);
    expect(figures.find((each) => each.class === 'the good')).toMatchObject({ figure: 'f1' });
  });

  test('are compared at the operating points that were chosen for them, by burst', async () => {
    const [first, ...rest] = images;
    const parts = [{ ...first!, tag: 'bad' }, ...rest];
    const sure = parts.map(({ image, tag }, at) => said(image, is('bad', tag === 'bad' ? 0.9 : at / 100)));
    const { points, inspections } = await compare(sure, sure, 1, parts);
    expect(inspections.a?.curve).toContainEqual(expect.objectContaining({ threshold: 0.9 }));
    expect(inspections.b).toEqual(inspections.a);
    expect(points.b).toBeNull();
    expect(points.a).toMatchObject({ threshold: 0.5, escapes: { count: 0 }, falseRejects: { count: 2 } });
  });

  test('the same run has no difference, the same seed the same intervals', async () => {
    const [one, other] = [all((at) => at % 7 > 2), all((at) => at % 5 > 1)];
    const { figures } = await compare(one, one);
    expect(figures.filter(({ a }) => a !== null).map(({ difference }) => difference)).not.toContain(null);
    for (const { difference, interval } of figures.filter(({ a }) => a !== null))
      expect([difference, interval]).toEqual([0, [0, 0]]);
    expect(await compare(one, other)).toEqual(await compare(one, other));
    expect(await compare(one, other)).not.toEqual(await compare(one, other, 2));
  });

  test('one burst has no interval', async () => {
    const first = all(() => true).slice(0, 6);
    const { bursts, figures } = await compare(first, first);
    expect([bursts, figures[0]]).toEqual([1, expect.objectContaining({ difference: 0, interval: null })]);
  });
});

test.each([
  ['MULTILABEL', 3, [true, true], 'masks'],
  ['MULTILABEL', 3, [true, false], 'boxes'],
  ['MULTILABEL', 0, [true], 'boxes'],
  ['imageObjectDetection', 3, [true], 'boxes'],
  ['ANOMALY', 3, [true], 'classes'],
] as const)(
  'of %s with %i masks, runs with masks or without (%j) are compared by %s',
  (type, masks, runs, kind) => {
    const version = { parameters: { type }, counts: { features: { masks } } } as unknown as Version;
    const indexes = runs.map((hasMasks) => ({ header: { hasMasks } }) as unknown as RunIndex);
    expect(kindOf(version, ...indexes)).toBe(kind);
  },
);
