/**
 * Suggestions that are accepted in bulk, without a database: whom they are about, what an image must be like, steps, and undo.
 * @covers Contract 15: acceptance writes by the way of PATCH images; never in TEST; what has changed stays; twice is once
 */
import { describe, expect, test } from '@jest/globals';
import type { ImageChange } from '../../functions/src/common/images/curate-ports.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { judgeImage } from '../../functions/src/dataset/curate/judge-image.ts';
import { answersOf, sampleOf, suggestionOf } from '../../functions/src/dataset/suggest/accept/candidates.ts';
import { imageRecord } from '../support/image-record.ts';
import { MemoryAcceptance } from '../support/memory-acceptance.ts';

const OURS = { labeled: 'inference', run: 'r', acceptance: 'x' } as const;

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
    const { acceptance, right } = new MemoryAcceptance(3, 3);
    const [first, second, third] = right as [(typeof right)[0], (typeof right)[0], (typeof right)[0]];
    expect(answersOf(acceptance.sample, [third, first, second])).toEqual(right);
    const flaw = (reviewed: typeof right) => () => answersOf(acceptance.sample, reviewed);
    const unfit = (text: string) =>
      expect.objectContaining({ particulars: { reason: expect.stringContaining(text) } });
    expect(flaw([first, second])).toThrow(unfit('i00002 is missing'));
    expect(flaw([...right, first])).toThrow(unfit('i00000 is not in it, or named twice'));
    expect(flaw([...right, { ...first, image: 'else' }])).toThrow(unfit('else is not in it'));
  });
});

describe('accepting', () => {
  test('goes on where the last call stopped; twice is once', async () => {
    const all = new MemoryAcceptance(1159, 59);
    expect(await all.review(all.right, 0)).toEqual({
      classes: [
        {
          ...{ tag: 'a', suggested: 1159, known: 79, reviewed: 59 },
          ...{ bound: expect.closeTo(0.9505, 4), lostAtMost: 0 },
        },
        { tag: 'b', suggested: 0, known: 1000, reviewed: 0, bound: null, lostAtMost: 57 },
      ],
      accepted: 59,
      stale: 0,
      left: 1100,
    });
    expect(await all.review(all.right, 0)).toMatchObject({ accepted: 559, left: 600 });
    const done = { accepted: 1159, stale: 0, left: 0 };
    expect(await Promise.all([all.review(), all.review()])).toMatchObject([done, done]);
    expect(await all.review()).toMatchObject(done);
    expect(all.counts).toEqual({ checked: 59, suggested: 1100, none: 0 });
    expect(new Set([...all.records.values()].map(({ revision }) => revision))).toEqual(new Set([1]));
  });

  test('where more of a class may be lost than is known of it, nothing is accepted', async () => {
    const all = new MemoryAcceptance(1000, 59);
    all.acceptance.classes = [all.acceptance.classes[0]!, { tag: 'b', suggested: 0, known: 20 }];
    await expect(all.review()).rejects.toMatchObject({
      code: 'acceptance refused',
      particulars: {
        precision: 0.95,
        reason: 'up to 49 of b may get another class, and 20 of it are known: label more of it',
        classes: [expect.anything(), expect.objectContaining({ tag: 'b', lostAtMost: 49, known: 20 })],
      },
    });
    expect(all.counts).toEqual({ checked: 0, suggested: 0, none: 1000 });
  });

  test('below the precision nothing is accepted, and nothing is kept', async () => {
    const all = new MemoryAcceptance(1000, 59);
    const reviewed = all.right.with(7, { ...all.right[7]!, correct: false, tag: 'b' });
    await expect(all.review(reviewed)).rejects.toMatchObject({
      code: 'acceptance refused',
      particulars: {
        precision: 0.95,
        reason: 'of what is called a, at least 92.2 % is right, not 95 %',
        classes: [expect.objectContaining({ bound: expect.closeTo(0.9221, 4) }), expect.anything()],
      },
    });
    expect(all.counts).toEqual({ checked: 0, suggested: 0, none: 1000 });
    expect(await all.review()).toMatchObject({ accepted: 1000 });
    await expect(all.review(all.right.with(0, { ...all.right[0]!, revision: 1 }))).rejects.toMatchObject({
      code: 'acceptance closed',
    });
  });

  test('one that is not right gets the class that the person says, or none', async () => {
    const all = new MemoryAcceptance(40, 40);
    const reviewed = all.right.with(0, { ...all.right[0]!, correct: false, tag: 'b' });
    await expect(all.review(reviewed.with(0, { ...reviewed[0]!, tag: 'c' }))).rejects.toMatchObject({
      code: 'tag not found',
    });
    expect(await all.review(reviewed.with(1, { ...all.right[1]!, correct: false }))).toMatchObject({
      classes: [{ bound: 0.95 }, { lostAtMost: 0 }],
      accepted: 39,
    });
    expect([...all.records.values()].slice(0, 3).map(({ tag }) => tag)).toEqual(['b', null, 'a']);
  });

  test('a page whose writing was not kept counts once', async () => {
    const all = new MemoryAcceptance(1159, 59);
    await all.review(all.right, 0);
    all.afterCommit = () => Promise.reject(new Error('ended'));
    await expect(all.review()).rejects.toThrow('ended');
    all.afterCommit = async () => {};
    expect(await all.review()).toMatchObject({ accepted: 1159, stale: 0, left: 0 });
    expect(all.counts).toEqual({ checked: 59, suggested: 1100, none: 0 });
  });
});

describe('undoing', () => {
  test('takes back what nobody has changed since, in steps, and not what a person has reviewed', async () => {
    const all = new MemoryAcceptance(1159, 59);
    all.change('i00100', { set: 'TEST' });
    expect(await all.review()).toMatchObject({ accepted: 1158, stale: 1 });
    all.change('i00200', { tag: 'b', checked: true, suggested: undefined });
    all.change('i01158', { set: 'REVIEW' });
    expect(await all.undo(0)).toEqual({ restored: 498, changed: 1, left: 600 });
    const done = { restored: 1097, changed: 2, left: 0 };
    expect(await all.undo()).toEqual(done);
    expect(await all.undo()).toEqual(done);
    expect(all.counts).toEqual({ checked: 60, suggested: 1, none: 1098 });
    await expect(all.review()).rejects.toMatchObject({ code: 'acceptance closed' });
  });

  test('takes back a page of a call that was interrupted, or that is being written meanwhile', async () => {
    const ended = new MemoryAcceptance(1159, 59);
    await ended.review(ended.right, 0);
    ended.afterCommit = () => Promise.reject(new Error('ended'));
    await expect(ended.review()).rejects.toThrow('ended');
    ended.afterCommit = async () => {};
    expect(await ended.undo()).toEqual({ restored: 500, changed: 0, left: 0 });

    const raced = await Promise.all(
      (['beforeCommit', 'afterCommit'] as const).map(async (moment) => {
        const slow = new MemoryAcceptance(1159, 59);
        await slow.review(slow.right, 0);
        slow[moment] = async () => {
          slow[moment] = async () => {};
          await slow.undo();
        };
        await expect(slow.review()).rejects.toMatchObject({ code: 'acceptance closed' });
        return slow;
      }),
    );
    for (const { counts } of [ended, ...raced])
      expect(counts).toEqual({ checked: 59, suggested: 0, none: 1100 });
  });

  test('of one that was not reviewed is nothing, and the end of it', async () => {
    const all = new MemoryAcceptance(100, 59);
    expect(await all.undo()).toEqual({ restored: 0, changed: 0, left: 0 });
    await expect(all.review()).rejects.toMatchObject({ code: 'acceptance closed' });
    expect(all.counts).toEqual({ checked: 0, suggested: 0, none: 100 });
  });
});
