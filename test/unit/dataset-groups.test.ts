import { describe, expect, test } from '@jest/globals';
import { readCsvRequest } from '../../functions/src/dataset/csv-request.ts';
import {
  type GroupMode,
  gatherGroups,
  groupName,
  type SplitImage,
  toSplitImage,
} from '../../functions/src/dataset/groups.ts';

const NOON = Date.UTC(2026, 10, 3, 12, 0, 0);

const modeOf = (group?: string) =>
  readCsvRequest(new URLSearchParams(group === undefined ? {} : { group })).group;

const record = (id: string, session: string, date = NOON) => ({
  id,
  session,
  date,
  uri: `gs://bucket/${id}.jpg`,
  set: 'PREDETERMINED' as const,
  tagsContained: ['dust'],
  content: '',
});

const grouped = (images: SplitImage[]): string[][] =>
  gatherGroups(images)
    .map(({ members }) => members.map((index) => images[index]!.id).sort())
    .sort();

const inMode = (mode: GroupMode, ...records: ReturnType<typeof record>[]) =>
  grouped(records.map((each) => toSplitImage(each, mode)));

describe('Contract 4: a group is a burst', () => {
  test('frames of one session in the same clock minute', () => {
    const frames = [
      record('a', 's', NOON),
      record('b', 's', NOON + 59_999),
      record('c', 's', NOON + 60_000),
      record('d', 't', NOON),
    ];
    expect(inMode('burst', ...frames)).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  test('an image without session is its own group', () => {
    expect(inMode('burst', record('a', ''), record('b', ''))).toEqual([['a'], ['b']]);
    expect(inMode('session', record('a', ''), record('b', ''))).toEqual([['a'], ['b']]);
  });

  test('group=session holds a whole session together, group=image nothing', () => {
    const frames = [record('a', 's'), record('b', 's', NOON + 3_600_000), record('c', 's')];
    expect(inMode('session', ...frames)).toEqual([['a', 'b', 'c']]);
    expect(inMode('image', ...frames)).toEqual([['a'], ['b'], ['c']]);
  });

  test('no session can be named like an image or like a burst of another', () => {
    const names = [
      groupName(record('1', ''), 'burst'),
      groupName(record('2', 'image:1'), 'session'),
      groupName(record('2', '1'), 'session'),
      groupName(record('2', '1'), 'burst'),
    ];
    expect(new Set(names).size).toBe(4);
  });

  test.each([
    [undefined, 'burst'],
    ['burst', 'burst'],
    ['session', 'session'],
    ['image', 'image'],
  ])('group=%s is read', (query, mode) => {
    expect(modeOf(query)).toBe(mode);
  });

  test.each(['', 'Burst', 'monitor', 'constructor'])('group=%s is a bad parameter', (query) => {
    expect(() => modeOf(query)).toThrow(
      expect.objectContaining({ kind: 'parameter', reason: 'group must be one of burst, session, image' }),
    );
  });
});

describe('Contract 4: identical bytes under another name belong to one group', () => {
  const frame = (id: string, group: string, content?: string): SplitImage => ({
    id,
    set: 'PREDETERMINED',
    group,
    tags: [],
    ...(content !== undefined && { content }),
  });

  test('groups joined by equal content are one, through any number of steps', () => {
    const images = [
      frame('a', 'g1', 'x'),
      frame('b', 'g2', 'y'),
      // g4 is the last in the order of the hashes: it joins two that were found before.
      frame('c', 'g4', 'x'),
      frame('d', 'g4', 'y'),
      frame('e', 'g3', 'z'),
      frame('f', 'g3'),
      frame('g', 'g5'),
    ];
    expect(grouped(images)).toEqual([['a', 'b', 'c', 'd'], ['e', 'f'], ['g']]);
  });

  test('a joined group keeps the place of one of its parts', () => {
    const apart = gatherGroups([frame('a', 'g1'), frame('b', 'g2')]);
    const [joined] = gatherGroups([frame('a', 'g1', 'x'), frame('b', 'g2', 'x')]);
    expect({ name: joined!.name, place: joined!.place }).toEqual({
      name: apart[0]!.name,
      place: apart[0]!.place,
    });
  });

  test("the record's own hash counts, then the uri: two records of one object are one", () => {
    const uri = 'gs://bucket/same.jpg';
    expect(inMode('image', { ...record('a', ''), uri }, { ...record('b', ''), uri })).toEqual([['a', 'b']]);
    const content = 'f'.repeat(64);
    expect(inMode('image', { ...record('a', ''), content }, { ...record('b', ''), content })).toEqual([
      ['a', 'b'],
    ]);
  });

  test('what storage says of the bytes goes before the record', () => {
    const images = [
      toSplitImage({ ...record('a', ''), content: 'f' }, 'image', 'crc1'),
      toSplitImage({ ...record('b', ''), content: 'f' }, 'image', 'crc2'),
    ];
    expect(grouped(images)).toEqual([['a'], ['b']]);
  });

  test('an image in REVIEW is in no group and joins none', () => {
    const images = [
      frame('a', 'g1', 'x'),
      { ...frame('b', 'g2', 'x'), set: 'REVIEW' as const },
      frame('c', 'g2', 'y'),
    ];
    expect(grouped(images)).toEqual([['a'], ['c']]);
  });
});

test('groups stand in the order of the hashes of their names', () => {
  const images = ['g1', 'g2', 'g3', 'g4'].map(
    (group): SplitImage => ({ id: group, set: 'TRAIN', group, tags: [] }),
  );
  // As sha256sum prints them.
  expect(gatherGroups(images).map(({ name, place }) => [name, place.toString(16)])).toEqual([
    ['g3', '3921871aa088'],
    ['g2', '4d2f4b668cfc'],
    ['g1', '711430f6164e'],
    ['g4', 'c874bc29e99f'],
  ]);
});
