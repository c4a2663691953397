/**
 * Suggestions that are accepted in bulk, without a database: whom they are about, what an image must be like, steps, and undo.
 * @covers Contract 15: acceptance writes by the way of PATCH images; never in TEST; what has changed stays; twice is once
 */
import { describe, expect, test } from '@jest/globals';
import type { ImageChange } from '../../functions/src/common/images/curate-ports.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import type { ReviewedImage } from '../../functions/src/common/runs/acceptance-ports.ts';
import { judgeImage } from '../../functions/src/dataset/curate/judge-image.ts';
import { answersOf, sampleOf, suggestionOf } from '../../functions/src/dataset/suggest/accept/candidates.ts';
import { requireEnough } from '../../functions/src/dataset/suggest/accept/review-acceptance.ts';
import { imageRecord } from '../support/image-record.ts';

const OURS = { labeled: 'inference', run: 'r', acceptance: 'x' } as const;

/** A sample of one class, all of it right. */
function sampled(count: number) {
  const sample = Array.from({ length: count }, (_, at) => ({
    ...{ image: `i${String(at).padStart(5, '0')}`, tag: 'a', score: 0.9, revision: 0 },
  }));
  const right = sample.map(({ image }): ReviewedImage => ({ image, revision: 0, correct: true, tag: null }));
  return { sample, right };
}

describe('an image', () => {
  const judged = (fields: Partial<ImageRecord>, change: Partial<ImageChange>) =>
    judgeImage(
      imageRecord({ revision: 3, ...fields }),
      { image: 'a', seen: 3, ...change },
      { maker: { by: 'ann', at: 5 }, type: 'MULTICLASS', isPerson: true },
      null,
    );
  const outcomeOf = (fields: Partial<ImageRecord>, change: Partial<ImageChange>) =>
    judged(fields, change).outcome.outcome;
  const given = { tag: 'good', suggested: OURS, change: 'x' };
  const back = { tag: null, undoes: { id: 'x', before: null, revisions: 2 } };

  test('without a class gets one that nobody has checked, and loses it again', () => {
    const { after } = judged({}, given);
    expect(after).toMatchObject({ tag: 'good', checked: false, suggested: OURS, revision: 4 });
    const restored = judged({ ...given, revision: 4 }, { ...back, seen: 4 }).after;
    expect(restored).toMatchObject({ tag: null, checked: false, suggested: undefined, revision: 5 });
  });

  test.each<[string, Partial<ImageRecord>, Partial<ImageChange>, string]>([
    ['in TEST', { set: 'TEST' }, given, 'stale'],
    ['that has a class', { tag: 'bad' }, given, 'stale'],
    ['that was changed', {}, { ...given, seen: 2 }, 'stale'],
    ['that has got it already, whatever was seen', given, { ...given, seen: 2 }, 'done'],
    ['that has lost it already, whatever was seen', { change: 'x.undone' }, { ...back, seen: 2 }, 'done'],
    [
      'whose class another acceptance gave',
      { tag: 'good', suggested: { ...OURS, acceptance: 'y' }, change: 'y' },
      back,
      'stale',
    ],
    ['whose class a person gave', { tag: 'good', checked: true }, back, 'stale'],
  ])('%s', (_, fields, change, outcome) => expect(outcomeOf(fields, change)).toBe(outcome));

  test('that a person labels or accepts is theirs', () => {
    for (const change of [{ tag: 'bad' }, { tag: 'good' }, { decision: 'accept' as const }])
      expect(judged(given, change).after).toMatchObject({ checked: true, suggested: undefined });
    expect(judged(given, { set: 'TRAIN' }).after).toMatchObject({ checked: false, suggested: OURS });
  });
});

describe('the sample', () => {
  const classes = new Map([
    ['a', 'a'],
    ['merged', 'b'],
  ]);
  const line = (tag: string, score: number) => ({
    image: 'i',
    predictions: [
      { tag, score },
      { tag: 'a', score: 0.1 },
    ],
  });

  test.each([
    ['a', 0.5, null, 'a'],
    ['a', 0.49, null, undefined],
    ['merged', 0.9, 'b', 'b'],
    ['a', 0.9, 'b', undefined],
    ['no class', 0.9, null, undefined],
  ])('is of what is likeliest: %s with %f, asked for %s', (tag, score, wanted, expected) =>
    expect(
      suggestionOf(line(tag, score), classes, { threshold: 0.5, tags: wanted === null ? null : [wanted] })
        ?.tag,
    ).toBe(expected),
  );

  test('follows from the run and what is asked', () => {
    const all = Array.from({ length: 500 }, (_, at) => ({
      image: `i${at}`,
      tag: at % 5 ? 'a' : 'b',
      score: 0.9,
      revision: 0,
    }));
    const classes = ['a', 'b', 'c'].map((tag) => ({
      ...{ tag, known: 1000 },
      suggested: all.filter((each) => each.tag === tag).length,
    }));
    const ids = (hash: string, precision = 0.95, known = 1000) => {
      const given = classes.map((each) => ({ ...each, known: Math.min(known, each.known) }));
      const asked = { hash, precision, threshold: 0.5, tags: null, classes: given };
      return [...sampleOf(all, asked)].map(({ image }) => image);
    };
    expect(ids('h')).toHaveLength(118);
    expect(ids('h')).toEqual(ids('h'));
    expect(ids('h')).not.toEqual(ids('other'));
    expect(ids('h', 0.99)).toHaveLength(399);
    expect(ids('h', 0.95, 10).length).toBeGreaterThan(118);
  });

  test('is reviewed whole, each image once', () => {
    const { sample, right } = sampled(3);
    const [first, second, third] = right as [(typeof right)[0], (typeof right)[0], (typeof right)[0]];
    expect(answersOf(sample, [third, first, second])).toEqual(right);
    const flaw = (reviewed: typeof right) => () => answersOf(sample, reviewed);
    const unfit = (text: string) =>
      expect.objectContaining({ particulars: { reason: expect.stringContaining(text) } });
    expect(flaw([first, second])).toThrow(unfit('i00002 is missing'));
    expect(flaw([...right, first])).toThrow(unfit('i00000 is not in it, or named twice'));
    expect(flaw([...right, { ...first, image: 'else' }])).toThrow(unfit('else is not in it'));
  });
});

describe('what a person says of the sample', () => {
  const classes = [
    { tag: 'a', suggested: 1000, known: 20 },
    { tag: 'b', suggested: 0, known: 1000 },
  ];
  const judged = (count: number, said: Partial<ReviewedImage> = {}, known = 1000) => {
    const { sample, right } = sampled(count);
    const all = classes.map((each, at) => ({ ...each, known: at === 1 ? known : each.known }));
    return () =>
      requireEnough(right.with(7, { ...right[7]!, ...said }), { sample, classes: all, precision: 0.95 });
  };
  const wrong = { correct: false, tag: 'b' };

  test('is enough where so much of each class is right at least, and so little may be lost', () => {
    expect(judged(59)()).toEqual([
      {
        ...{ tag: 'a', suggested: 1000, known: 79, reviewed: 59 },
        ...{ bound: expect.closeTo(0.9505, 4), lostAtMost: 0 },
      },
      expect.objectContaining({ tag: 'b', bound: null, lostAtMost: 49, known: 1000 }),
    ]);
  });

  test('where more of a class may be lost than is known of it, nothing is accepted', () =>
    expect(judged(59, {}, 20)).toThrow(
      expect.objectContaining({
        code: 'acceptance refused',
        particulars: {
          precision: 0.95,
          reason: 'up to 49 of b may get another class, and 20 of it are known: label more of it',
          classes: [expect.anything(), expect.objectContaining({ tag: 'b', lostAtMost: 49, known: 20 })],
        },
      }),
    ));

  test('below the precision nothing is accepted', () =>
    expect(judged(59, wrong)).toThrow(
      expect.objectContaining({
        code: 'acceptance refused',
        particulars: {
          precision: 0.95,
          reason: 'of what is called a, at least 92.2 % is right, not 95 %',
          classes: [expect.objectContaining({ bound: expect.closeTo(0.9221, 4) }), expect.anything()],
        },
      }),
    ));
});
