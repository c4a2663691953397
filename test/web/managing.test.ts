/**
 * What the pages of people, classes, trash, settings and sessions know without a browser.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { expect, test } from '@jest/globals';
import type { ListedPeople } from '../../client/src/curate/records.ts';
import { covers, peopleSignature } from '../../web/src/data/records/role.ts';
import { TagIds } from '../../web/src/data/records/tag-ids.ts';
import { withDetails } from '../../web/src/data/records/tags.ts';
import {
  changesOf,
  keyFault,
  nameFault,
  reverseOf,
} from '../../web/src/pages/dataset/classes/class-draft.ts';
import { moveClass, placesBefore } from '../../web/src/pages/dataset/classes/class-order.ts';
import { addressFault, cleanAddress, initials } from '../../web/src/pages/people/address.ts';
import { daysLeft } from '../../web/src/pages/trash/days-left.ts';
import { duration, utcDay } from '../../web/src/text/time.ts';
import { classColor, colorOf } from '../../web/src/ui/class-color.ts';

const KNOWN: ListedPeople = {
  people: [{ uid: 'u', role: 'owner', name: 'Ada', address: 'ada@example.org' }],
  invitations: [{ address: 'bob@example.org', role: 'viewer', by: 'u' }],
};

test.each([
  ['', 'malformed'],
  ['someone', 'malformed'],
  ['a@b@c', 'malformed'],
  ['two words@example.org', 'malformed'],
  [`${'a'.repeat(250)}@b.de`, 'malformed'],
  ['lone\ud800@example.org', 'malformed'],
  [' Ada@Example.org ', 'member'],
  ['bob@example.org', 'invited'],
  ['new@example.org', null],
])('the address %j: %s', (text, fault) => {
  expect(addressFault(text, KNOWN)).toBe(fault);
});

test('an address is sent in lower case; a person is marked by one or two letters', () => {
  expect(cleanAddress(' New@Example.ORG ')).toBe('new@example.org');
  expect(['Ada Lovelace', 'ada@example.org', 'owner', ''].map(initials)).toEqual(['AL', 'A', 'O', '']);
});

test.each([
  ['owner', 'owner', true],
  ['editor', 'owner', false],
  ['editor', 'viewer', true],
  ['viewer', 'editor', false],
  [null, 'viewer', false],
] as const)('%s covers %s: %s', (role, needed, expected) => {
  expect(covers(role, needed)).toBe(expected);
});

test('the signature of the people changes with a role, not with their order', () => {
  const one = peopleSignature({ owner: 'o', members: { a: 'viewer', b: 'editor' } });
  expect(peopleSignature({ owner: 'o', members: { b: 'editor', a: 'viewer' }, name: 'x' })).toBe(one);
  expect(peopleSignature({ owner: 'o', members: { b: 'viewer', a: 'viewer' } })).not.toBe(one);
  expect(peopleSignature({ owner: 'b', members: { a: 'viewer', b: 'editor' } })).not.toBe(one);
});

const OTHERS = [{ name: 'good', key: 'G' }];

test.each([
  ['  ', 'empty'],
  [' good ', 'taken'],
  ['Good', null],
  ['x'.repeat(201), 'long'],
])('a class named %j: %s', (name, fault) => {
  expect(nameFault(name, OTHERS)).toBe(fault);
});

test.each([
  ['', null],
  ['g', 'taken'],
  ['x', 'reserved'],
  ['?', 'reserved'],
  ['5', null],
])('the key %j: %s', (key, fault) => {
  expect(keyFault(key, OTHERS)).toBe(fault);
});

test('only what changed of a class is sent, and taken back as it was', () => {
  const before = { name: 'good', color: '', key: 'g', bad: false };
  const changes = changesOf(before, { ...before, name: ' fine ', color: '#0072b2', bad: true });
  expect(changes).toEqual({ name: 'fine', color: '#0072b2', bad: true });
  expect(reverseOf(before, changes)).toEqual({ name: 'good', color: '', bad: false });
  expect(changesOf(before, before)).toEqual({});
});

const place = (id: string, order: number) => ({ id, order });

test('a class moves among the others; only those whose number changes are written', () => {
  const tags = [place('a', 0), place('b', 1), place('c', 2)];
  const moved = moveClass(tags, 'b', -1);
  expect(moved).toEqual([place('b', 0), place('a', 1)]);
  expect(placesBefore(tags, moved)).toEqual([place('b', 1), place('a', 0)]);
  expect(moveClass(tags, 'a', -1)).toEqual([]);
  expect(moveClass(tags, 'gone', 1)).toEqual([]);
  // Numbers that are the same, or have holes, are put right.
  expect(moveClass([place('a', 4), place('b', 4)], 'b', -1)).toEqual([place('b', 0), place('a', 1)]);
});

test('a class that came back under another id is found by all of its former ids', () => {
  const ids = new TagIds();
  ids.renew('a', 'b');
  ids.renew('a', 'c');
  expect(['a', 'b', 'c', 'd'].map((id) => ids.current(id))).toEqual(['c', 'c', 'c', 'd']);
  ids.renew('a', 'c');
  expect(ids.current('a')).toBe('c');
});

test('classes stand in the order that people gave them, and keep the color of their first place', () => {
  const tag = (id: string, order: number) => ({
    ...{ id, order, name: id, color: classColor(order), ownColor: '', key: '' },
    ...{ imageCounter: 0, annotationCounter: 0, unclassified: false, bad: false },
  });
  const shown = withDetails([tag('a', 0), tag('b', 1)], [{ id: 'a', key: 'g', order: 5 }]);
  expect(shown.map(({ id, key, color }) => [id, key, color])).toEqual([
    ['b', '', classColor(1)],
    ['a', 'g', classColor(0)],
  ]);
});

test('a color of its own stands out in both themes; what is none is not put into the page', () => {
  expect(colorOf('', 3)).toBe(classColor(3));
  expect(colorOf('#D55E00', 3)).toBe(classColor(1));
  expect(colorOf('#123456', 0)).toContain('light-dark(#123456');
  expect(colorOf('red; background: url(x)', 0)).toBe(classColor(0));
});

test.each([
  [86_400_000, 1],
  [86_400_001, 2],
  [1, 1],
  [0, 0],
  [-5, 0],
])('what goes in %i ms has %i days left', (left, days) => {
  expect(daysLeft(1000 + left, 1000)).toBe(days);
});

test.each([
  [0, '0 sec'],
  [59_999, '59 sec'],
  [61_000, '1 min'],
  [3_600_000, '1 hr'],
  [7_500_000, '2 hr 5 min'],
])('%i ms are %s', (span, expected) => {
  expect(duration('en', span)).toBe(expected);
});

test('images without a session are under the day of their group, also west of UTC', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/Los_Angeles';
  expect(utcDay('en-GB', Date.UTC(2026, 10, 23, 1))).toContain('23 November 2026');
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});
