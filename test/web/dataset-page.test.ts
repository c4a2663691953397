/** @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes */
import { expect, test } from '@jest/globals';
import type { ListedImage } from '../../client/src/curate/records.ts';
import { changeOf, judged, reverse } from '../../web/src/data/images/judgement.ts';
import { partsOf } from '../../web/src/pages/dataset/all/range.ts';
import {
  FILTER_NAMES,
  isFiltered,
  mostOf,
  onlyFilter,
  toggled,
  toImageFilter,
  valuesOf,
} from '../../web/src/pages/dataset/filter.ts';
import { outlineOf } from '../../web/src/pages/dataset/grid/outline.ts';
import { keysOfClasses } from '../../web/src/pages/dataset/keys-of-classes.ts';
import {
  focused,
  isSelected,
  NOTHING,
  type Selection,
  select,
  selectShown,
  settled,
  sizeOf,
  without,
} from '../../web/src/pages/dataset/selection.ts';

test.each([
  [{}, {}],
  [{ tag: 'good' }, { tag: 'good' }],
  [
    { tag: 'good', set: 'REVIEW' },
    { tag: 'good', set: 'REVIEW' },
  ],
  [
    { tag: 'good\nbad\ngood', set: 'REVIEW\nMANY', monitor: 'a\n' },
    { tag: ['good', 'bad'], set: 'REVIEW', monitor: 'a' },
  ],
  [{ set: 'MANY', from: '12x', labelled: 'maybe' }, {}],
  [
    { tag: 'a/b\n..\n__a__\ngood', monitor: `\u0007\n${'x'.repeat(257)}`, session: 'a\nb' },
    { tag: 'good', session: 'a' },
  ],
  [
    { tag: 'a\nb\nc', set: 'TRAIN\nTEST\nREVIEW\nVALIDATION\nPREDETERMINED', monitor: 'x\ny' },
    { tag: ['a', 'b', 'c'], set: ['TRAIN', 'TEST', 'REVIEW', 'VALIDATION', 'PREDETERMINED'], monitor: 'x' },
  ],
  [
    { labelled: 'false', from: '5', to: '9' },
    { labelled: false, from: 5, to: 9 },
  ],
])('the address %j asks for %j', (state, filter) => {
  expect(toImageFilter(state)).toEqual(filter);
  expect(isFiltered(state)).toBe(Object.keys(filter).length > 0);
});

test('a value is added or taken away; not more are chosen than the service answers', () => {
  expect(toggled('tag', {}, 'a')).toBe('a');
  expect(toggled('tag', { tag: 'a' }, 'b')).toBe('a\nb');
  expect(toggled('tag', { tag: 'a\nb' }, 'a')).toBe('b');
  const state = { tag: 'a\nb\nc', set: 'TRAIN\nTEST', monitor: 'x\ny' };
  expect([mostOf('tag', {}), mostOf('tag', state), mostOf('set', state)]).toEqual([15, 3, 2]);
  expect(toggled('tag', state, 'd')).toBe('b\nc\nd');
  const many = { tag: Array.from({ length: 500 }, (_, at) => `t${at}`).join('\n'), set: 'TRAIN\nTEST' };
  expect([valuesOf('tag', many).length, valuesOf('set', many), mostOf('monitor', many)]).toEqual([
    15,
    ['TRAIN'],
    1,
  ]);
});

test('a bar of a chart replaces the whole filter', () => {
  const { labelled, ...others } = onlyFilter({ labelled: 'false' });
  expect(labelled).toBe('false');
  expect(Object.keys(others).toSorted()).toEqual(
    FILTER_NAMES.filter((name) => name !== 'labelled').toSorted(),
  );
  expect(Object.values(others).every((each) => each === undefined)).toBe(true);
});

test('an annotation is drawn where it is on the upright picture, a point as a dot', () => {
  const box = { tag: 'good', x: 0.25, y: 0.5, w: 0.5, h: 0.25, labeled: 'manual' } as const;
  expect(outlineOf({ ...box, type: 'rect' }, 400, 200)).toBe('M100 100h200v50h-200z');
  expect(outlineOf({ ...box, type: 'point' }, 400, 200)).toBe('M100 100h0');
});

const idAt = (place: number): string | null => (place < 100 ? `i${place}` : null);
const chosen = ({ ids }: Selection) => [...ids].toSorted();

test('a click selects one, Ctrl adds and takes away, Shift selects from the last click', () => {
  const one = select(NOTHING, 3, 'only', idAt);
  expect(chosen(one)).toEqual(['i3']);
  const two = select(one, 5, 'toggle', idAt);
  expect(chosen(two)).toEqual(['i3', 'i5']);
  expect(chosen(select(two, 5, 'toggle', idAt))).toEqual(['i3']);
  expect(chosen(select(two, 7, 'range', idAt))).toEqual(['i5', 'i6', 'i7']);
  expect(chosen(select(two, 4, 'extend', idAt))).toEqual(['i3', 'i4', 'i5']);
});

test('all that are shown are those of that time, until something else is selected', () => {
  const all = selectShown(select(NOTHING, 3, 'only', idAt), { shown: 3617, at: 1000 });
  expect([sizeOf(all), sizeOf(without(all, new Set(['i3'])))]).toEqual([3617, 3617]);
  expect([1000, 1001].map((date) => isSelected(all, { id: 'x', date }))).toEqual([true, false]);
  const one = select(all, 5, 'toggle', idAt);
  expect([
    sizeOf(one),
    isSelected(one, { id: 'i5', date: 2000 }),
    isSelected(one, { id: 'i3', date: 0 }),
  ]).toEqual([1, true, false]);
});

test('a range of which images are missing is read: whole groups, and the first and last one in part', () => {
  const size = (count: number) => ({ count, first: 0, last: 0 });
  const groups = ['new', 'middle', 'old', 'last'].map((id) => ({
    id,
    filter: { session: id },
    size: size(40),
  }));
  const range = select(select(NOTHING, 99, 'only', idAt), 30, 'range', idAt);
  expect([range.isCut, select(range, 30, 'only', idAt).isCut]).toEqual([false, false]);
  const [far, near] = [
    { at: 110, id: 'far' },
    { at: 30, id: 'i30' },
  ];
  expect(select({ ...range, anchor: far }, 30, 'range', idAt).isCut).toBe(true);
  // More are selected than the range has, but not those of the range.
  expect(select({ ...range, anchor: near }, 101, 'extend', idAt).isCut).toBe(true);
  const parts = [
    { filter: { session: 'new' }, ends: [near, null] },
    { filter: { session: 'middle' }, ends: [null, null] },
    { filter: { session: 'old' }, ends: [null, far] },
  ];
  expect(partsOf(groups, far, near)).toEqual(parts);
  expect(partsOf(groups, near, far)).toEqual(parts);
  expect(partsOf(groups, { at: 5, id: 'a' }, { at: 7, id: 'b' })).toEqual([
    {
      filter: { session: 'new' },
      ends: [
        { at: 5, id: 'a' },
        { at: 7, id: 'b' },
      ],
    },
  ]);
  // An end that is not loaded, and a group of which only the size is known.
  expect(partsOf(groups, { at: 110, id: null }, near)).toBeNull();
  expect(partsOf(groups.with(1, { ...groups[1]!, filter: null as never }), far, near)).toBeNull();
});

test('Ctrl and an arrow key move the focus alone, and Ctrl and a click choose one: nothing in between is read', () => {
  const clicked = select(NOTHING, 3, 'only', idAt);
  const moved = focused(clicked, 9, idAt);
  expect([chosen(moved), moved.focus?.at, moved.isCut]).toEqual([['i3'], 9, false]);
  const off = select(clicked, 3, 'toggle', idAt);
  expect([chosen(off), off.isCut]).toEqual([[], false]);
  // Also after a range of which images are missing.
  const cut = select(clicked, 105, 'range', idAt);
  expect([cut.isCut, focused(cut, 5, idAt).isCut]).toEqual([true, false]);
});

test('a range and the arrow keys go on at their images, wherever new frames have moved these', () => {
  const clicked = select(NOTHING, 3, 'only', idAt);
  // Two new frames at the top.
  const movedId = (place: number) => (place < 2 ? `new${place}` : idAt(place - 2));
  const movedPlace = (id: string) => Number(id.slice(1)) + 2;
  const now = settled(clicked, movedId, movedPlace);
  expect([now.anchor?.at, now.focus?.at]).toEqual([5, 5]);
  expect(chosen(select(now, 7, 'range', movedId))).toEqual(['i3', 'i4', 'i5']);
  // Of an image that is gone or not loaded, only the position is known.
  expect(settled(clicked, movedId, () => undefined).focus?.at).toBe(3);
});

test('what is not known yet is not selected', () => {
  expect(chosen(select(select(NOTHING, 98, 'only', idAt), 103, 'range', idAt))).toEqual(['i98', 'i99']);
});

test('images that are no longer listed are no longer selected', () => {
  const all = select(select(NOTHING, 0, 'only', idAt), 2, 'range', idAt);
  expect(chosen(without(all, new Set(['i1', 'i9'])))).toEqual(['i0', 'i2']);
  expect(without(all, new Set(['i9']))).toBe(all);
});

test('classes keep their own keys; the others get free ones; no key stands for two', () => {
  const keys = keysOfClasses([
    { id: 'a', key: '' },
    { id: 'b', key: '1' },
    { id: 'c', key: '1' },
    { id: 'd', key: 'G' },
  ]);
  expect(Object.fromEntries(keys)).toEqual({ a: '2', b: '1', c: '3', d: 'g' });
});

const image = (fields: Partial<ListedImage>) =>
  ({
    id: 'i',
    tag: null,
    tags: [],
    masks: [],
    checked: false,
    set: 'PREDETERMINED',
    revision: 4,
    ...fields,
  }) as ListedImage;

test.each([
  [
    { set: 'REVIEW' },
    { decision: 'accept', tag: 'good' },
    { tag: null, checked: false, set: 'PREDETERMINED', decision: 'review' },
  ],
  [{ set: 'TRAIN' }, { decision: 'review' }, { set: 'TRAIN' }],
  [{ set: 'TRAIN' }, { set: 'TEST' }, { set: 'TRAIN' }],
  [{ tag: 'bad' }, { tag: 'good' }, { tag: 'bad', checked: false }],
  [{ tag: 'bad', checked: true }, { tag: 'good' }, { tag: 'bad' }],
  [{ set: 'TRAIN' }, { decision: 'empty' }, { checked: false }],
  [{ tag: 'bad', checked: true }, { tag: null }, { tag: 'bad' }],
  [{ set: 'REVIEW' }, { set: 'TEST' }, { set: 'PREDETERMINED', decision: 'review' }],
  [{ set: 'REVIEW', setBefore: 'TEST' }, { set: 'TRAIN' }, { set: 'TEST', decision: 'review' }],
] as const)('an image with %j that was judged %j is taken back by %j', (fields, judgement, back) => {
  const before = image(fields);
  const now = judged(before, judgement) as ListedImage;
  expect(changeOf(before, judgement)).toMatchObject({ image: 'i', seen: 4 });
  expect(reverse(before, now)).toEqual({ image: 'i', seen: 5, ...back });
});

test('what is accepted, classified or empty is checked, until its class is taken away', () => {
  const box = { type: 'rect', tag: 'bad', x: 0, y: 0, w: 1, h: 1, labeled: 'inference' } as const;
  const accepted = judged(image({ tags: [box] }), { decision: 'accept' });
  expect(accepted).toMatchObject({ checked: true, tags: [{ labeled: 'manual' }] });
  expect(judged(image({ set: 'REVIEW' }), { decision: 'empty' })).toMatchObject({
    checked: true,
    set: 'PREDETERMINED',
  });
  expect(judged(image({ tag: 'bad', checked: true }), { tag: null })).toMatchObject({ checked: false });
  expect(judged(image({ checked: true }), { set: 'TEST' })).toMatchObject({ checked: true });
});

test('a rejected image is in no list', () => expect(judged(image({}), { decision: 'reject' })).toBeNull());
