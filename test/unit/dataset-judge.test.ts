/**
 * Contract 9: the effect of a change on a record; an image never leaves REVIEW with the wrong set.
 * @covers Contract 9 `setBefore` through any sequence of changes
 * @covers Contract 9 what a person has seen: `checked`, `empty`, taken back by machines, in lists and counters; bodies refuse unknown fields
 */

import { describe, expect, test } from '@jest/globals';
import type { ImageChange } from '../../functions/src/common/images/curate-ports.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { judgeImage } from '../../functions/src/dataset/curate/judge-image.ts';
import { DECISIONS, SET_TYPES, type SetType } from '../../packages/records/src/lists.ts';
import { fc } from '../support/fast-check.ts';
import { imageRecord } from '../support/image-record.ts';

const MAKER = { by: 'ann', at: 5 };
const CLASSES = { maker: MAKER, type: 'MULTICLASS', isPerson: true } as const;
const BOXES = { maker: MAKER, type: 'imageObjectDetection', isPerson: true } as const;

const record = (fields: Partial<ImageRecord> = {}): ImageRecord => imageRecord({ revision: 3, ...fields });

const after = (
  before: ImageRecord,
  change: Partial<ImageChange>,
  of: Parameters<typeof judgeImage>[2] = BOXES,
): ImageRecord => judgeImage(before, { image: 'a', ...change }, of, null).after as ImageRecord;

describe('sets', () => {
  test.each<[Partial<ImageRecord>, Partial<ImageChange>, SetType, SetType | null]>([
    [{ set: 'TEST' }, { decision: 'review' }, 'REVIEW', 'TEST'],
    [{ set: 'TEST' }, { set: 'REVIEW' }, 'REVIEW', 'TEST'],
    [{ set: 'REVIEW', setBefore: 'TEST' }, { decision: 'review' }, 'REVIEW', 'TEST'],
    [{ set: 'REVIEW', setBefore: 'TEST' }, { decision: 'accept' }, 'TEST', null],
    [{ set: 'REVIEW' }, { decision: 'accept' }, 'PREDETERMINED', null],
    [{ set: 'REVIEW', setBefore: 'REVIEW' }, { decision: 'accept' }, 'PREDETERMINED', null],
    [{ set: 'TEST' }, { decision: 'accept' }, 'TEST', null],
    [{ set: 'REVIEW', setBefore: 'TEST' }, { decision: 'accept', set: 'TRAIN' }, 'TRAIN', null],
    [{ set: 'REVIEW', setBefore: 'TEST' }, { decision: 'review', set: 'TRAIN' }, 'REVIEW', 'TRAIN'],
    [{ set: 'REVIEW', setBefore: 'TEST' }, { set: 'TRAIN' }, 'TRAIN', null],
    [{ set: 'REVIEW', setBefore: 'TEST' }, { tag: 'good' }, 'REVIEW', 'TEST'],
    [{ set: 'REVIEW', setBefore: 'TEST' }, { decision: 'reject' }, 'REVIEW', 'TEST'],
    [{ set: 'TRAIN', setBefore: 'TEST' }, { tag: 'good' }, 'TRAIN', null],
  ])('%j, %j: %s', (before, change, set, setBefore) => {
    expect(after(record(before), change)).toMatchObject({ set, setBefore, revision: 4 });
  });

  test('after any sequence of changes an image leaves REVIEW for the set that was last chosen', () => {
    const change = fc.record(
      {
        set: fc.constantFrom(...SET_TYPES),
        decision: fc.constantFrom(...DECISIONS),
        tag: fc.constantFrom('good', null),
      },
      { requiredKeys: [] },
    );
    const isValid = (each: Partial<ImageChange>) =>
      !((each.decision === 'accept' || each.decision === 'empty') && each.set === 'REVIEW');
    fc.assert(
      fc.property(
        fc.constantFrom<SetType>('TRAIN', 'TEST', 'VALIDATION', 'PREDETERMINED'),
        fc.array(change.filter(isValid), { maxLength: 30 }),
        (first, changes) => {
          let [now, chosen] = [record({ set: first }), first];
          for (const each of changes) {
            now = after(now, each);
            if (each.set !== undefined && each.set !== 'REVIEW') chosen = each.set;
            // The set that it is in, or to which it returns.
            expect(now.set === 'REVIEW' ? now.setBefore : now.set).toBe(chosen);
            expect(now.setBefore === null).toBe(now.set !== 'REVIEW');
          }
          expect(after(now, { decision: 'accept' }).set).toBe(chosen);
        },
      ),
    );
  });
});

test('the class changes, and the tags of annotations stay', () => {
  const tags = [{ type: 'rect', tag: 'bad', x: 0, y: 0, w: 1, h: 1, labeled: 'manual' }] as const;
  const before = record({ tag: 'good', tags, tagsContained: ['good', 'bad'] });
  expect(after(before, { tag: 'other' })).toMatchObject({ tag: 'other', tagsContained: ['other', 'bad'] });
  expect(after(before, { tag: null })).toMatchObject({ tag: null, tagsContained: ['bad'] });
});

test('who decided, and when: only with a decision', () => {
  const review = { by: 'ben', at: 1, decision: 'review' } as const;
  expect(after(record({ review }), { tag: 'good' }).review).toEqual(review);
  expect(after(record({ review }), { decision: 'accept' }).review).toEqual({ ...MAKER, decision: 'accept' });
});

describe('confirmed: a label that somebody has looked at again', () => {
  const SUGGESTED = { labeled: 'inference', run: '1', acceptance: 'a' } as const;
  const known = { tag: 'good', checked: true, confirmed: true } as const;

  test.each<[string, Partial<ImageRecord>, Partial<ImageChange>, true | undefined]>([
    ['is kept', { tag: 'good', checked: true }, { decision: 'accept' }, true],
    ['is given up for another one', { tag: 'good' }, { tag: 'bad', decision: 'accept' }, true],
    ['not in REVIEW', { tag: 'good', set: 'REVIEW' }, { decision: 'accept' }, undefined],
    [
      'not what was accepted in bulk',
      { tag: 'good', suggested: SUGGESTED },
      { decision: 'accept' },
      undefined,
    ],
    ['not with all that a filter shows', { tag: 'good' }, { decision: 'accept', change: 'c' }, undefined],
    ['not where there was none', {}, { tag: 'good', decision: 'accept' }, undefined],
    ['until it is given anew', known, { tag: 'good' }, undefined],
    ['until nobody has checked it', known, { checked: false }, undefined],
    ['another set leaves it', known, { set: 'TEST' }, true],
  ])('%s', (_, fields, change, confirmed) => {
    expect(after(record(fields), change, CLASSES).confirmed).toBe(confirmed);
  });

  test('by a job: nobody has looked at it', () => {
    const job = { ...CLASSES, isPerson: false };
    expect(after(record({ tag: 'good' }), { decision: 'accept' }, job).confirmed).toBeUndefined();
  });
});

test('a missing image and an invalid or stale change have no effect', () => {
  const change = { image: 'a', seen: 2, tag: 'good' };
  const nothing = { after: null, isRejected: false };
  expect(judgeImage(null, change, CLASSES, null)).toEqual({
    outcome: { image: 'a', outcome: 'not found', revision: 0 },
    ...nothing,
  });
  expect(judgeImage(record(), change, CLASSES, null)).toEqual({
    outcome: { image: 'a', outcome: 'stale', revision: 3 },
    ...nothing,
  });
  expect(judgeImage(record(), { ...change, seen: 3 }, CLASSES, 'No')).toEqual({
    outcome: { image: 'a', outcome: 'invalid', revision: 3, reason: 'No' },
    ...nothing,
  });
});

describe('checked (what a person has seen)', () => {
  const box = { type: 'rect', tag: 'bad', x: 0, y: 0, w: 1, h: 1, labeled: 'inference' } as const;
  const boxed: Partial<ImageRecord> = { tags: [box], tagsContained: ['bad'] };
  const masked: Partial<ImageRecord> = {
    masks: [{ id: 'm', tag: 'bad', uri: 'gs://b/m.png' }],
    tagsContained: ['bad'],
  };

  test.each<[string, Partial<ImageRecord>, Partial<ImageChange>, typeof CLASSES | typeof BOXES, boolean]>([
    ['accepting annotations', boxed, { decision: 'accept' }, BOXES, true],
    ['accepting nothing says that nothing is there', {}, { decision: 'accept' }, BOXES, true],
    ['but not where a class is needed', {}, { decision: 'accept' }, CLASSES, false],
    ['accepting a class', { tag: 'good' }, { decision: 'accept' }, CLASSES, true],
    ['a class', {}, { tag: 'good' }, CLASSES, true],
    ['nothing here', {}, { decision: 'empty' }, BOXES, true],
    ['no class any more', { tag: 'good', checked: true }, { tag: null }, CLASSES, false],
    ['no class any more, but the boxes', { tag: 'x', checked: true, ...boxed }, { tag: null }, BOXES, true],
    ['no class, as before', { checked: true }, { tag: null }, BOXES, true],
    ['another set', { checked: true }, { set: 'TEST' }, BOXES, true],
    ['another set of an unchecked image', { tag: 'good' }, { set: 'TEST' }, CLASSES, false],
    ['taken back', { checked: true }, { checked: false }, BOXES, false],
    ['taken back with a class', { checked: true }, { checked: false, tag: 'good' }, CLASSES, false],
  ])('%s', (_, fields, change, of, checked) => {
    expect(after(record(fields), change, of)).toMatchObject({ checked });
  });

  test.each<[string, Partial<ImageRecord>, Partial<ImageChange>, boolean]>([
    ['a class', {}, { tag: 'good' }, false],
    ['another class of a checked image', { tag: 'bad', checked: true }, { tag: 'good' }, false],
    ['accepting', { tag: 'good', set: 'REVIEW' }, { decision: 'accept' }, false],
    ['accepting what a person has checked', { tag: 'good', checked: true }, { decision: 'accept' }, true],
    ['another set', { tag: 'good', checked: true }, { set: 'TEST' }, true],
  ])('by a job: %s', (_, fields, change, checked) => {
    expect(after(record(fields), change, { ...CLASSES, isPerson: false })).toMatchObject({ checked });
  });

  test('a job neither answers for annotations of a model, nor says that nothing is there', () => {
    const job = { ...BOXES, isPerson: false };
    expect(after(record(boxed), { decision: 'accept' }, job)).toMatchObject({ tags: [box], checked: false });
    expect(judgeImage(record(), { image: 'a', decision: 'empty' }, job, null).outcome).toMatchObject({
      outcome: 'invalid',
      reason: 'Only a person can say that there is nothing in an image',
    });
  });

  test('accepting makes annotations of a model manual, other changes leave them', () => {
    expect(after(record(boxed), { decision: 'accept' }).tags).toEqual([{ ...box, labeled: 'manual' }]);
    for (const change of [{ set: 'TEST' }, { decision: 'review' }, { tag: 'good' }] as const)
      expect(after(record(boxed), change).tags).toEqual([box]);
  });

  test.each([
    ['annotations', boxed],
    ['masks', masked],
  ])('there is not nothing in an image with %s', (_, fields) => {
    const { outcome, after: changed } = judgeImage(
      record(fields),
      { image: 'a', decision: 'empty' },
      BOXES,
      null,
    );
    expect([outcome.outcome, outcome.reason, changed]).toEqual([
      'invalid',
      'The image has annotations or masks: remove them first',
      null,
    ]);
  });

  test('nothing here leaves REVIEW as accepting does, and is kept as the last decision', () => {
    expect(after(record({ set: 'REVIEW', setBefore: 'TEST' }), { decision: 'empty' })).toMatchObject({
      ...{ set: 'TEST', setBefore: null, review: { ...MAKER, decision: 'empty' } },
    });
  });
});
