/** @covers Contract 4 split */
import { describe, expect, test } from '@jest/globals';
import { csvQuery } from '../../functions/src/dataset/csv/csv-request.ts';
import { type GroupMode, groupName, toSplitImage } from '../../functions/src/dataset/split/groups.ts';
import type { SplitImage } from '../../functions/src/dataset/split/packed-images.ts';
import { gatherGroups, splitImage } from '../support/split.ts';

const NOON = Date.UTC(2026, 10, 3, 12, 0, 0);
const NO_LIMIT = 1000;

const modeOf = (group?: string) => csvQuery.parse(group === undefined ? {} : { group }).group;

const record = (id: string, session: string, date = NOON) => ({
  id,
  session,
  date,
  look: '',
  uri: `gs://bucket/${id}.jpg`,
  set: 'PREDETERMINED' as const,
  tagsContained: ['dust'],
  content: '',
});

const grouped = (images: SplitImage[], mode: GroupMode): string[][] =>
  gatherGroups(images, mode, NO_LIMIT)
    .groups.map(({ members }) => members.map((index) => images[index]!.id).sort())
    .sort();

const inMode = (mode: GroupMode, ...records: ReturnType<typeof record>[]) =>
  grouped(
    records.map((each) => toSplitImage(each)),
    mode,
  );

describe('Contract 4: how images are grouped', () => {
  test('group=minute: frames of one session in the same clock minute', () => {
    const frames = [
      record('a', 's', NOON),
      record('b', 's', NOON + 59_999),
      record('c', 's', NOON + 60_000),
      record('d', 't', NOON),
    ];
    expect(inMode('minute', ...frames)).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  test.each(['burst', 'minute', 'session', 'image'] as const)(
    'group=%s: an image without session is its own group',
    (mode) => {
      expect(inMode(mode, record('a', ''), record('b', ''))).toEqual([['a'], ['b']]);
    },
  );

  test('group=session groups entire sessions, group=image nothing', () => {
    const frames = [record('a', 's'), record('b', 's', NOON + 3_600_000), record('c', 's')];
    expect(inMode('session', ...frames)).toEqual([['a', 'b', 'c']]);
    expect(inMode('image', ...frames)).toEqual([['a'], ['b'], ['c']]);
  });

  test('names of sessions cannot collide with those of images or minutes', () => {
    const names = [
      groupName(record('1', ''), 'minute'),
      groupName(record('2', 'image:1'), 'session'),
      groupName(record('2', '1'), 'session'),
      groupName(record('2', '1'), 'minute'),
      groupName(record('2', '1'), 'burst'),
    ];
    expect(new Set(names).size).toBe(5);
  });

  test.each([
    [undefined, 'burst'],
    ['burst', 'burst'],
    ['minute', 'minute'],
    ['session', 'session'],
    ['image', 'image'],
  ])('group=%s is read', (query, mode) => {
    expect(modeOf(query)).toBe(mode);
  });

  test.each(['', 'Burst', 'monitor', 'constructor'])('group=%s is a bad parameter', (query) => {
    const reason = 'group must be one of burst, minute, session, image';
    expect(csvQuery.safeParse({ group: query }).error?.issues[0]?.message).toBe(reason);
  });
});

describe('Contract 4: identical bytes under another name belong to one group', () => {
  const frame = (id: string, session: string, content?: string): SplitImage =>
    splitImage({ id, session, ...(content !== undefined && { content }) });

  test('groups joined by equal content are one, over any number of steps', () => {
    const images = [
      frame('a', 'g1', 'x'),
      frame('b', 'g2', 'y'),
      frame('c', 'g4', 'x'),
      frame('d', 'g4', 'y'),
      frame('e', 'g3', 'z'),
      frame('f', 'g3'),
      frame('g', 'g5'),
    ];
    expect(grouped(images, 'session')).toEqual([['a', 'b', 'c', 'd'], ['e', 'f'], ['g']]);
  });

  test('a joined group has the name of its earliest image, in whatever order they are read', () => {
    const images = [
      { ...frame('b', 'late', 'x'), date: 9 },
      { ...frame('c', 'early', 'x'), date: 3 },
      { ...frame('a', 'early', 'x'), date: 3 },
    ];
    for (const order of [images, images.toReversed()]) {
      const nameIn = (mode: GroupMode) => gatherGroups(order, mode, NO_LIMIT).groups.map(({ name }) => name);
      expect([nameIn('session'), nameIn('burst')]).toEqual([['session:early'], ['image:a']]);
    }
  });

  test("the record's own hash counts, then the uri: two records of one object are one", () => {
    const uri = 'gs://bucket/same.jpg';
    expect(inMode('image', { ...record('a', ''), uri }, { ...record('b', ''), uri })).toEqual([['a', 'b']]);
    const content = 'f'.repeat(64);
    expect(inMode('image', { ...record('a', ''), content }, { ...record('b', ''), content })).toEqual([
      ['a', 'b'],
    ]);
  });

  test('an image in REVIEW is in no group and joins none', () => {
    const images = [
      frame('a', 'g1', 'x'),
      { ...frame('b', 'g2', 'x'), set: 'REVIEW' as const },
      frame('c', 'g2', 'y'),
    ];
    expect(grouped(images, 'session')).toEqual([['a'], ['c']]);
    const between = ['a', 'b', 'c'].map((id, at) => splitImage({ id, session: 's', date: at * 900 }));
    between[1] = { ...between[1]!, set: 'REVIEW' };
    expect(grouped(between, 'burst')).toEqual([['a'], ['c']]);
  });
});

test('groups are ordered by the hashes of their names', () => {
  const images = ['g1', 'g2', 'g3', 'g4'].map((id) => splitImage({ id }));
  // As printed by sha256sum for image:g1 and so on.
  expect(
    gatherGroups(images, 'image', 1).groups.map(({ name, place }) => [name, place.toString(16)]),
  ).toEqual([
    ['image:g2', '26f8ea924d5f'],
    ['image:g1', '61c1b443e40d'],
    ['image:g3', 'b543f6da4d8b'],
    ['image:g4', 'c51402877438'],
  ]);
});
