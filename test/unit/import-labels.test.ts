/**
 * Contract 11: two classes of an archive stay two, and what the check shows is what the run does.
 * @covers Contract 11 imports: two classes stay two, in a run that is killed and in one that comes again; tag maps join
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { ImportOptions } from '../../functions/src/dataset/import/open-import.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { writeZip, type ZipFile } from '../support/write-zip.ts';

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
});

const picture = (path: string): ZipFile => ({ path, bytes: Buffer.concat([jpeg, Buffer.from(path)]) });

const voc = (name: string) =>
  `<annotation><object><name>${name}</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>`;

/** An archive whose labels are these, one for each picture. */
const ARCHIVES: Record<string, (labels: readonly string[]) => ZipFile[]> = {
  folders: (labels) => labels.map((label, at) => picture(`${label}/${at}.jpg`)),
  yolo: (labels) => [
    { path: 'data.yaml', bytes: JSON.stringify({ names: labels }) },
    ...labels.flatMap((_, at) => [
      picture(`images/${at}.jpg`),
      { path: `labels/${at}.txt`, bytes: `${at} .5 .5 .5 .5` },
    ]),
  ],
  voc: (labels) =>
    labels.flatMap((label, at) => [
      picture(`JPEGImages/${at}.jpg`),
      { path: `Annotations/${at}.xml`, bytes: voc(label) },
    ]),
};

const importOf = (files: readonly ZipFile[], memory = new MemoryVersions('MULTILABEL', [])) =>
  new MemoryImport(memory, writeZip(files));

/** The name of the tag that each picture got, by the picture's number. */
function tagsOf({ memory }: MemoryImport): Record<string, string[]> {
  const names = new Map(memory.dataset.tags.map(({ id, name }) => [id, name]));
  const found = [...memory.records.values()].map(
    ({ name, tagsContained }) =>
      [name.replace('.jpg', ''), tagsContained.map((tag) => names.get(tag) ?? '')] as const,
  );
  return Object.fromEntries(found.sort(([a], [b]) => Number(a) - Number(b)));
}

const shownBy = async (coming: MemoryImport, options: ImportOptions = {}) =>
  (await coming.check(options)).labels.map(({ label, name }) => [label, name]);

const PAIRS = [
  ['a b', 'a_b'],
  ['part-1', 'part_1', 'part 1'],
  ['Good', 'good', 'GOOD'],
  ['größe', 'grosse', 'gro_e'],
];

describe.each(Object.keys(ARCHIVES))('%s', (format) => {
  test.each(PAIRS)('%s and %s stay apart', async (...labels) => {
    const coming = importOf(ARCHIVES[format]!(labels));
    const shown = await shownBy(coming);
    expect(shown.toSorted()).toEqual(labels.map((label) => [label, label]).toSorted());
    await coming.run();
    expect(Object.values(tagsOf(coming))).toEqual(labels.map((label) => [label]));
    expect(coming.memory.dataset.tags.map(({ name }) => name)).toEqual(shown.map(([, name]) => name));
  });

  test.each(PAIRS)('also where a tag of a similar name is there: %s, %s', async (...labels) => {
    const [first = ''] = labels;
    const similar = { 'a b': 'a-b', 'part-1': 'part.1', Good: 'gOOD', größe: 'Größe' }[first] ?? '';
    const memory = new MemoryVersions('MULTILABEL', [{ id: 't', name: similar }]);
    const coming = importOf(ARCHIVES[format]!(labels), memory);
    const shown = await shownBy(coming);
    expect(new Set(shown.map(([, name]) => name)).size).toBe(labels.length);
    await coming.run();
    const tags = new Map(shown.map(([label, name]) => [label, [name]]));
    expect(Object.values(tagsOf(coming))).toEqual(labels.map((label) => tags.get(label)));
  });

  test('the same after a run that was killed, and after a person renamed a new tag', async () => {
    const labels = ['a b', 'a_b', 'good', 'Good'];
    const coming = importOf(ARCHIVES[format]!(labels));
    coming.breaksAt = 2;
    await expect(coming.run()).rejects.toThrow('killed');
    const { tags } = coming.memory.dataset;
    expect(tags.map(({ name }) => name).toSorted()).toEqual(labels.toSorted());
    const renamed = tags.find(({ name }) => name === 'a_b');
    Object.assign(renamed!, { name: 'good 2' });
    await coming.run();
    expect(Object.values(tagsOf(coming))).toEqual([['a b'], ['good 2'], ['good'], ['Good']]);
    expect(coming.memory.dataset.tags).toHaveLength(4);
  });
});

test('the same archive again finds the tags that it has made', async () => {
  const labels = ['a b', 'a_b', 'a\tb', 'a-b'];
  const files = ARCHIVES.yolo!(labels);
  const first = importOf(files);
  await first.run();
  const names = first.memory.dataset.tags.map(({ name }) => name);
  expect(names).toEqual(['a b', 'a_b', 'a b (2)', 'a-b']);
  const again = importOf(files, new MemoryVersions('MULTILABEL', first.memory.dataset.tags));
  again.id = 'j';
  again.memory.objects.set('import/d/j.zip', again.memory.objects.get('import/d/i.zip')!);
  expect((await shownBy(again)).map(([, name]) => name)).toEqual(names);
  await again.run();
  expect(again.memory.dataset.tags).toHaveLength(4);
  expect(tagsOf(again)).toEqual(tagsOf(first));
});

test('a tag map may join labels, and its new tag is made once', async () => {
  const coming = importOf(ARCHIVES.folders!(['Good', 'good', 'fine']));
  const tagmap = { Good: 'fine', good: 'fine' };
  expect((await shownBy(coming, { tagmap, format: undefined })).map(([, name]) => name)).toEqual([
    'fine',
    'fine',
    'fine',
  ]);
  await coming.run({ tagmap, format: undefined });
  expect(coming.memory.dataset.tags.map(({ name }) => name)).toEqual(['fine']);
});

test('lists of VOC: a file name that two classes of boxes would have is the name of neither', async () => {
  const coming = importOf([
    ...ARCHIVES.voc!(['a:b', 'a|b']),
    picture('JPEGImages/2.jpg'),
    { path: 'ImageSets/Main/a_b_train.txt', bytes: '2 1\n' },
  ]);
  await coming.run();
  expect(Object.values(tagsOf(coming))).toEqual([['a:b'], ['a|b'], ['a_b']]);
});

test('a label of any length costs what one of 1,000 characters does, also of a CSV file', async () => {
  const label = 'n'.repeat(100_000);
  const coming = importOf([picture('a.jpg'), { path: 'a.csv', bytes: `TRAIN,a.jpg,${label}` }]);
  expect((await coming.check({})).labels.map((each) => each.label)).toEqual([label.slice(0, 1000)]);
});
