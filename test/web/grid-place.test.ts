/**
 * Where somebody is in the grid of a dataset, and what it shows of what others change (console.md, Third year).
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ImageFilter, ListedImage } from '../../client/src/curate/records.ts';
import {
  backTo,
  noteOpened,
  noteShown,
  placeText,
  startOf,
  toPlace,
} from '../../web/src/app/places/grid-place.ts';
import { fitsFilter } from '../../web/src/pages/dataset/all/fits.ts';
import { newerOf } from '../../web/src/pages/dataset/grid/newer.ts';

describe('a place', () => {
  beforeEach(() => noteOpened('none', { at: 0, id: 'none' }));

  test.each([
    ['137.bolts-0019', { at: 137, id: 'bolts-0019' }],
    ['0.a.b~c', { at: 0, id: 'a.b~c' }],
    ['bolts-0019', null],
    ['-1.a', null],
    ['7.', null],
    [undefined, null],
  ])('%s in an address is %j', (text, place) => {
    expect(toPlace(text)).toEqual(place);
    if (place) expect(placeText(place)).toBe(text);
  });

  test('Back from an image leads to where it was opened', () => {
    noteOpened('bolts', { at: 137, id: 'i137' });
    expect(startOf('bolts', '137.i137')).toEqual({ at: 137, id: 'i137' });
    expect(backTo('bolts', '?tag=rusty&run=3')).toBe('?tag=rusty&at=137.i137');
  });

  test('after others were shown in its place, to the one that was shown last', () => {
    noteOpened('bolts', { at: 137, id: 'i137' });
    for (const id of ['i138', 'i139']) noteShown('bolts', id);
    expect(startOf('bolts', '137.i137')).toEqual({ at: 137, id: 'i139' });
    expect(backTo('bolts', '')).toBe('?at=137.i139');
  });

  test('a link from elsewhere, and another dataset, are not led astray by it', () => {
    noteOpened('bolts', { at: 137, id: 'i137' });
    expect(startOf('bolts', '12.i12')).toEqual({ at: 12, id: 'i12' });
    expect(startOf('nuts', '137.i137')).toEqual({ at: 137, id: 'i137' });
    expect(backTo('nuts', '?set=TEST')).toBe('?set=TEST');
    noteShown('nuts', 'n1');
    expect(backTo('bolts', '')).toBe('?at=137.i137');
  });
});

const image = (fields: object) =>
  ({
    id: 'i',
    tag: null,
    tags: [],
    masks: [],
    checked: false,
    set: 'TRAIN',
    revision: 4,
    ...fields,
  }) as unknown as ListedImage;

test.each<[object, ImageFilter, boolean]>([
  [{ tag: 'ring' }, { tag: 'ring' }, true],
  [{ tag: 'bar' }, { tag: 'ring' }, false],
  [{ tags: [{ tag: 'ring' }] }, { tag: ['bar', 'ring'] }, true],
  [{ masks: [{ tag: 'ring' }] }, { tag: 'ring', set: 'TEST' }, false],
  [{ tag: 'ring' }, { labelled: false }, false],
  [{}, { labelled: false }, true],
  [{ checked: true }, { labelled: true, checked: true }, true],
  [{}, { checked: true }, false],
  [{ tag: 'bar' }, { monitor: 'line-1', session: 's', from: 5 }, true],
])('%j, which was shown, still fits %j: %s', (fields, filter, expected) =>
  expect(fitsFilter(image(fields), filter)).toBe(expected),
);

test('of what is read again, only what has changed since replaces what is shown', () => {
  const [same, later] = [image({ id: 'a' }), image({ id: 'b', tag: 'bar', revision: 5 })];
  const read = new Map([
    ['a', same],
    ['b', later],
  ]);
  const shown = [same, image({ id: 'b' }), image({ id: 'gone' })];
  expect(newerOf(shown, read)).toEqual(new Map([['b', later]]));
  // What this person has changed meanwhile is newer than what was read.
  expect(newerOf([image({ id: 'b', revision: 6 })], read).size).toBe(0);
});
