/**
 * Contract 14: what a run says of an image beside its labels, and the index that orders and filters the images of a run.
 * @covers Contract 14 GET images of a run: orders, filters and pages; images that nobody has labelled are in no dispute
 * @covers Contract 14 of 30 wrong labels among 2,000, at least 24 are among the first 100 by disagreement
 */

import { describe, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { judge, type Labels } from '../../functions/src/dataset/runs/judge/judgement.ts';
import { inTurns, pageOfRun } from '../../functions/src/dataset/runs/judge/page-of-run.ts';
import { type IndexFilter, ORDERS, RunIndex } from '../../functions/src/dataset/runs/judge/run-index.ts';
import { RunIndexBuilder } from '../../functions/src/dataset/runs/judge/run-index-builder.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { type Prediction, type RunImage, runLine } from '../../packages/records/src/run-lines.ts';
import { imageRecord } from '../support/image-record.ts';

const BOXES = 'imageObjectDetection';

type Box = readonly [number, number, number, number];
const box = (tag: string, [x, y, w, h]: Box) =>
  ({ type: 'rect', labeled: 'manual', ...{ tag, x, y, w, h } }) as const;
const LEFT: Box = [0, 0, 0.2, 0.2];
const RIGHT: Box = [0.5, 0.5, 0.2, 0.2];

function indexOf(type: DatasetType, lines: (RunImage & { record?: Partial<ImageRecord> })[]): RunIndex {
  const builder = new RunIndexBuilder(type);
  for (const { record, ...line } of lines)
    builder.add({
      ...line,
      length: Buffer.byteLength(runLine(line)),
      record: imageRecord({ id: line.image, ...record }),
    });
  // As a part of a larger buffer, where its numbers begin anywhere.
  return new RunIndex(Buffer.concat([Buffer.from('x'), builder.finish()]).subarray(1));
}

const idsOf = (index: RunIndex, order: (typeof ORDERS)[number], filter: IndexFilter = {}): string[] =>
  pageOfRun(index, { order, ...filter }, { limit: 1000, after: null }).places.map((at) => index.id(at));

describe('a class', () => {
  const labels = (tag: string | null): Labels => imageRecord({ tag });
  const said = (...scores: [string, number][]): Prediction[] =>
    scores.map(([tag, score]) => ({ tag, score }));

  test.each<[string | null, Prediction[], object]>([
    ['a', said(['a', 0.9], ['b', 0.1]), { disagreement: 0, missed: 0, extra: 0, uncertain: 0.2, score: 0.9 }],
    ['a', said(['b', 0.7], ['a', 0.2]), { disagreement: 0.5, missed: 0.8, extra: 0.7, uncertain: 0.5 }],
    ['a', said(['b', 0.7]), { disagreement: 0.7, missed: 1, extra: 0.7, uncertain: 0.3 }],
    ['a', [], { disagreement: 0, missed: 1, extra: 0, uncertain: 0, score: 0 }],
    [null, said(['b', 0.7]), { disagreement: 0, missed: 0, extra: 0, uncertain: 0.3, score: 0.7 }],
  ])('%s, %j', (tag, predictions, measures) => {
    const judged = judge('MULTICLASS', labels(tag), predictions);
    for (const [name, value] of Object.entries(measures))
      expect([name, judged[name as 'score']]).toEqual([name, expect.closeTo(value as number, 9)]);
  });
});

describe('boxes', () => {
  const two = imageRecord({ tags: [box('a', LEFT), box('b', RIGHT)] });

  test.each<[string, Labels, Prediction[], object, unknown[]]>([
    [
      'both are found',
      two,
      [
        { tag: 'a', score: 0.9, box: LEFT },
        { tag: 'b', score: 0.6, box: RIGHT },
      ],
      { disagreement: 0, missed: 0, extra: 0, uncertain: 0.8 },
      [
        ['a', 'a', 0.9],
        ['b', 'b', 0.6],
      ],
    ],
    [
      'one is found with a low score, one taken for another class',
      two,
      [
        { tag: 'c', score: 0.8, box: RIGHT },
        { tag: 'a', score: 0.4, box: LEFT },
      ],
      { disagreement: 1, missed: 1, extra: 0.8 },
      [
        ['b', 'c', 0.8],
        [null, 'a', 0.4],
        ['a', null, 0],
      ],
    ],
    [
      'a prediction beside a person who says that there is nothing',
      imageRecord({ checked: true }),
      [{ tag: 'a', score: 0.7, box: LEFT }],
      { disagreement: 0.7, missed: 0, extra: 0.7 },
      [[null, 'a', 0.7]],
    ],
    [
      'the same where nobody has looked',
      imageRecord(),
      [{ tag: 'a', score: 0.7, box: LEFT }],
      { disagreement: 0, missed: 0, extra: 0 },
      [[null, 'a', 0.7]],
    ],
    [
      'a mask without box is anywhere; a mask as run lengths has the box around its pixels',
      imageRecord({ masks: [{ id: '0', tag: 'a', uri: '' }], tags: [box('b', [0.5, 0, 0.5, 1])] }),
      [
        { tag: 'a', score: 0.9, box: RIGHT },
        // The right half of 4 by 2 pixels.
        { tag: 'b', score: 0.8, rle: { size: [2, 4], counts: '44' } },
      ],
      { disagreement: 0, missed: 0, extra: 0 },
      [
        ['a', 'a', 0.9],
        ['b', 'b', 0.8],
      ],
    ],
  ])('%s', (_, labels, predictions, measures, pairs) => {
    const judged = judge(BOXES, labels, predictions);
    for (const [name, value] of Object.entries(measures))
      expect([name, judged[name as 'score']]).toEqual([name, expect.closeTo(value as number, 9)]);
    expect(judged.pairs.map((pair) => [pair.label, pair.predicted, pair.score])).toEqual(pairs);
  });
});

describe('the index', () => {
  const index = indexOf('MULTICLASS', [
    { image: 'a', predictions: [{ tag: 'x', score: 0.9 }], record: { tag: 'x', session: 's1' } },
    {
      image: 'b',
      predictions: [{ tag: 'y', score: 0.8 }],
      record: { tag: 'x', set: 'TEST', session: 's1' },
    },
    { image: 'c', predictions: [{ tag: 'y', score: 0.85 }], record: { tag: 'x', session: 's1' } },
    { image: 'd', predictions: [{ tag: 'x', score: 0.7 }], record: { tag: 'y', session: 's2' } },
    { image: 'ö', predictions: [{ tag: 'y', score: 0.99 }], record: { tag: null } },
    { image: '\u{1f600}', predictions: [], record: { tag: 'x' } },
  ]);

  test('orders images, and lists only those that have any of it', () => {
    expect(idsOf(index, 'disagreement')).toEqual(['c', 'b', 'd']);
    expect(idsOf(index, 'missed')).toEqual(['c', 'b', 'd', '\u{1f600}']);
    expect(idsOf(index, 'extra')).toEqual(['c', 'b', 'd']);
    expect(idsOf(index, 'score')).toEqual(['ö', 'a', 'c', 'b', 'd', '\u{1f600}']);
    expect(idsOf(index, 'uncertain')).toEqual(['d', 'b', 'c', 'a', 'ö', '\u{1f600}']);
  });

  test.each<[IndexFilter, string[]]>([
    [{ class: 'x' }, ['a', 'c', 'b', '\u{1f600}']],
    [{ class: 'x', predicted: 'y' }, ['c', 'b']],
    [{ class: 'x', predicted: 'y', minScore: 0.85 }, ['c']],
    [{ class: 'x', predicted: null, minScore: 0.5 }, ['\u{1f600}']],
    [{ predicted: 'y' }, ['ö', 'c', 'b']],
    [{ minScore: 0.9 }, ['ö', 'a']],
    [{ class: null }, []],
    [{ class: 'z' }, []],
    [{ set: 'TEST' }, ['b']],
  ])('filters them: %j', (filter, ids) => {
    expect(idsOf(index, 'score', filter)).toEqual(ids);
  });

  test('pages of any size are the whole list, each image once', () => {
    for (const order of ORDERS)
      for (const limit of [1, 2, 5]) {
        const ids: string[] = [];
        let after: string | null = null;
        do {
          const page = pageOfRun(index, { order }, { limit, after });
          ids.push(...page.places.map((at) => index.id(at)));
          after = page.next;
        } while (after !== null);
        expect(ids).toEqual(idsOf(index, order));
      }
  });

  test('takes one of each session in turns', () => {
    const places = index.ordered('score');
    const ids = Array.from(inTurns(places, index), (at) => index.id(at));
    expect(ids).toEqual(['ö', 'a', 'd', '\u{1f600}', 'c', 'b']);
  });

  test('knows where the line of each image is', () => {
    const lines = [
      { image: 'a', predictions: [] },
      { image: 'ä', predictions: [{ tag: 'x', score: 0.5 }] },
      { image: 'b', predictions: [] },
    ];
    const file = Buffer.from(lines.map((line) => `${runLine(line)}\n`).join(''));
    const of = indexOf('MULTICLASS', lines);
    for (const [at, line] of lines.entries()) {
      const { start, end } = of.line(at);
      expect(file.toString('utf8', start, end)).toBe(runLine(line));
    }
  });

  test('of no images has no page', () => {
    const empty = indexOf(BOXES, []);
    expect(idsOf(empty, 'score')).toEqual([]);
    expect(empty.header).toEqual({ images: 0, pairs: 0, hasMasks: false, tags: [], sessions: [] });
  });
});

describe('30 wrong labels among 2,000, and a model that is right in 97 of 100', () => {
  const CLASSES = ['a', 'b', 'c', 'd'];
  const ids = Array.from({ length: 2000 }, (_, at) => `image-${String(at).padStart(4, '0')}`);

  function found(type: DatasetType, line: (random: Random, at: number, isWrong: boolean) => object): number {
    const random = new Random(7);
    const planted = new Set(ids.filter((_, at) => at % 66 === 5).slice(0, 30));
    const lines = ids.map((image, at) => ({ image, ...line(random, at, planted.has(image)) }));
    const first = idsOf(indexOf(type, lines as never), 'disagreement').slice(0, 100);
    return first.filter((id) => planted.has(id)).length;
  }

  const pickOther = (random: Random, tag: string) => random.pick(CLASSES.filter((each) => each !== tag));

  test('classes: most are among the first 100', () => {
    const right = found('MULTICLASS', (random, at, isWrong) => {
      const truth = CLASSES[at % 4]!;
      const isRight = random.next() < 0.97;
      const said = isRight ? truth : pickOther(random, truth);
      const score = isRight ? 0.7 + 0.3 * random.next() : 0.4 + 0.5 * random.next();
      const rest = { tag: pickOther(random, said), score: 1 - score };
      return {
        predictions: [{ tag: said, score }, rest],
        record: { tag: isWrong ? pickOther(random, truth) : truth },
      };
    });
    expect(right).toBeGreaterThanOrEqual(24);
  });

  test('boxes: most are among the first 100, with another class, or forgotten', () => {
    const right = found(BOXES, (random, at, isWrong) => {
      const truth = CLASSES[at % 4]!;
      const boxes = [box(truth, LEFT), box(truth, RIGHT)];
      const wrong = [[box(pickOther(random, truth), LEFT), boxes[1]!], [boxes[0]!]];
      const isRight = random.next() < 0.97;
      const score = 0.7 + 0.3 * random.next();
      const seen = boxes.map((_, place) => ({ tag: truth, score, box: [LEFT, RIGHT][place]! }));
      const failed =
        random.next() < 0.5 ? [seen[0]!] : [seen[0]!, { ...seen[1]!, tag: pickOther(random, truth) }];
      return {
        predictions: isRight ? seen : failed,
        record: { tags: isWrong ? random.pick(wrong) : boxes },
      };
    });
    expect(right).toBeGreaterThanOrEqual(24);
  });
});

test('against another run: images where this one has more of the order, the largest difference first; those that one lacks are left out', () => {
  const say = (image: string, score: number) => ({
    image,
    predictions: [{ tag: 'b', score }],
    record: { tag: 'a' },
  });
  const mine = indexOf('MULTICLASS', [
    say('1', 0.9),
    say('2', 0.8),
    say('3', 0.3),
    say('4', 0.7),
    say('6', 0.9),
  ]);
  const other = indexOf('MULTICLASS', [
    say('1', 0.8),
    say('2', 0.1),
    say('3', 0.6),
    say('4', 0.7),
    say('5', 0.1),
  ]);
  const ids = (one: RunIndex, against: RunIndex, after: string | null = null) =>
    pageOfRun(one, { order: 'disagreement', against }, { limit: 10, after }).places.map((at) => one.id(at));
  expect([ids(mine, other), ids(other, mine), ids(mine, other, '2'), ids(mine, mine)]).toEqual([
    ['2', '1'],
    ['3'],
    ['1'],
    [],
  ]);
});
