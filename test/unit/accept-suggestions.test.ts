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
    expect(suggestionOf(line(tag, score), classes, { atLeast: 0.5, tag: wanted })?.tag).toBe(expected),
  );

  test('follows from the run and what is asked', () => {
    const all = Array.from({ length: 500 }, (_, at) => ({
      image: `i${at}`,
      tag: at % 5 ? 'a' : 'b',
      score: 0.9,
      revision: 0,
    }));
    const ids = (hash: string, precision = 0.95) =>
      [...sampleOf(all, { hash, precision, atLeast: 0.5, tag: null })].map(({ image }) => image);
    expect(ids('h')).toHaveLength(59);
    expect(ids('h')).toEqual(ids('h'));
    expect(ids('h')).not.toEqual(ids('other'));
    expect(ids('h', 0.99)).toHaveLength(299);
  });

  test('is judged whole, each image once', () => {
    const { acceptance, right } = new MemoryAcceptance(3, 3);
    const [first, second, third] = right as [(typeof right)[0], (typeof right)[0], (typeof right)[0]];
    expect(answersOf(acceptance.sample, [third, first, second])).toEqual(right);
    const flaw = (judged: typeof right) => () => answersOf(acceptance.sample, judged);
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
    expect(await all.judge(all.right, 0)).toEqual({
      bound: expect.closeTo(0.9505, 4),
      accepted: 59,
      stale: 0,
      left: 1100,
    });
    expect(await all.judge(all.right, 0)).toMatchObject({ accepted: 559, left: 600 });
    const done = { accepted: 1159, stale: 0, left: 0 };
    expect(await Promise.all([all.judge(), all.judge()])).toMatchObject([done, done]);
    expect(await all.judge()).toMatchObject(done);
    expect(all.counts).toEqual({ checked: 59, suggested: 1100, none: 0 });
    expect(new Set([...all.records.values()].map(({ revision }) => revision))).toEqual(new Set([1]));
  });

  test('below the precision nothing is accepted, and nothing is kept', async () => {
    const all = new MemoryAcceptance(1000, 59);
    const judged = all.right.with(7, { ...all.right[7]!, right: false, tag: 'b' });
    await expect(all.judge(judged)).rejects.toMatchObject({
      code: 'acceptance refused',
      particulars: { bound: expect.closeTo(0.9221, 4), precision: 0.95 },
    });
    expect(all.counts).toEqual({ checked: 0, suggested: 0, none: 1000 });
    expect(await all.judge()).toMatchObject({ accepted: 1000 });
    await expect(all.judge(all.right.with(0, { ...all.right[0]!, seen: 1 }))).rejects.toMatchObject({
      code: 'acceptance closed',
    });
  });

  test('one that is not right gets the class that the person says, or none', async () => {
    const all = new MemoryAcceptance(40, 40);
    const judged = all.right.with(0, { ...all.right[0]!, right: false, tag: 'b' });
    await expect(all.judge(judged.with(0, { ...judged[0]!, tag: 'c' }))).rejects.toMatchObject({
      code: 'tag not found',
    });
    expect(await all.judge(judged.with(1, { ...all.right[1]!, right: false }))).toMatchObject({
      bound: 0.95,
      accepted: 39,
    });
    expect([...all.records.values()].slice(0, 3).map(({ tag }) => tag)).toEqual(['b', null, 'a']);
  });

  test('a page whose writing was not kept counts once', async () => {
    const all = new MemoryAcceptance(1159, 59);
    await all.judge(all.right, 0);
    all.afterCommit = () => Promise.reject(new Error('ended'));
    await expect(all.judge()).rejects.toThrow('ended');
    all.afterCommit = async () => {};
    expect(await all.judge()).toMatchObject({ accepted: 1159, stale: 0, left: 0 });
    expect(all.counts).toEqual({ checked: 59, suggested: 1100, none: 0 });
  });
});

describe('undoing', () => {
  test('takes back what nobody has changed since, in steps, and not what a person has judged', async () => {
    const all = new MemoryAcceptance(1159, 59);
    all.change('i00100', { set: 'TEST' });
    expect(await all.judge()).toMatchObject({ accepted: 1158, stale: 1 });
    all.change('i00200', { tag: 'b', checked: true, suggested: undefined });
    all.change('i01158', { set: 'REVIEW' });
    expect(await all.undo(0)).toEqual({ restored: 498, changed: 1, left: 600 });
    const done = { restored: 1097, changed: 2, left: 0 };
    expect(await all.undo()).toEqual(done);
    expect(await all.undo()).toEqual(done);
    expect(all.counts).toEqual({ checked: 60, suggested: 1, none: 1098 });
    await expect(all.judge()).rejects.toMatchObject({ code: 'acceptance closed' });
  });

  test('takes back a page of a call that was interrupted, or that is being written meanwhile', async () => {
    const ended = new MemoryAcceptance(1159, 59);
    await ended.judge(ended.right, 0);
    ended.afterCommit = () => Promise.reject(new Error('ended'));
    await expect(ended.judge()).rejects.toThrow('ended');
    ended.afterCommit = async () => {};
    expect(await ended.undo()).toEqual({ restored: 500, changed: 0, left: 0 });

    const raced = await Promise.all(
      (['beforeCommit', 'afterCommit'] as const).map(async (moment) => {
        const slow = new MemoryAcceptance(1159, 59);
        await slow.judge(slow.right, 0);
        slow[moment] = async () => {
          slow[moment] = async () => {};
          await slow.undo();
        };
        await expect(slow.judge()).rejects.toMatchObject({ code: 'acceptance closed' });
        return slow;
      }),
    );
    for (const { counts } of [ended, ...raced])
      expect(counts).toEqual({ checked: 59, suggested: 0, none: 1100 });
  });

  test('of one that was not judged is nothing, and the end of it', async () => {
    const all = new MemoryAcceptance(100, 59);
    expect(await all.undo()).toEqual({ restored: 0, changed: 0, left: 0 });
    await expect(all.judge()).rejects.toMatchObject({ code: 'acceptance closed' });
    expect(all.counts).toEqual({ checked: 0, suggested: 0, none: 100 });
  });
});
