/** @covers Spec 4.1, Contract 4 csv: files, split, warnings as codes and sentences (also in the console's languages: `unit/web-warnings.test.ts`), `format=vertex`, save, report, two at once, failures half way */

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { checkImport } from '../support/automl-checker.ts';
import { eventually } from '../support/factory.ts';
import { refusedRead } from '../support/refused-read.ts';
import { checkVertexImport } from '../support/vertex-checker.ts';
import {
  type ImageSeed,
  openStage,
  putObject,
  type Stage,
  seedDataset,
  seedImages,
} from './dataset-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.faults.set([]));

const TAGS = { a: 'good', b: 'bad part', c: 'worn' };
const box = (tag: string, x = 0.1, w = 0.2) => ({ tag, x, y: 0.1, w, h: 0.2 });

interface Training {
  name: string;
  dataset: string;
}

async function ask(id: string, query = ''): Promise<{ status: number; body: unknown }> {
  const answer = await stage.call(`${id}/csv${query}`);
  return { status: answer.status, body: await answer.json() };
}

async function make(id: string, query = ''): Promise<{ training: Training; csv: string; report: never }> {
  const { status, body } = await ask(id, query);
  expect({ status, body }).toMatchObject({ status: 200 });
  const { training } = (body as { result: { training: Training } }).result;
  const name = training.dataset.replace(`gs://${stage.stack.bucket}/`, '');
  const read = async (each: string) => (await stage.bucket.file(each).download())[0].toString();
  return {
    training,
    csv: await read(name),
    report: JSON.parse(await read(name.replace('.csv', '.report.json'))) as never,
  };
}

const files = async (id: string): Promise<string[]> =>
  (await stage.bucket.getFiles({ prefix: `dataset/${id}/csv/` }))[0].map(({ name }) => name);

async function seed(id: string, type: DatasetType, images: ImageSeed[]): Promise<void> {
  await seedDataset(stage, { id, type, tags: TAGS });
  await seedImages(stage, id, images);
}

const many = (id: string, count: number, more: (index: number) => Partial<ImageSeed> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${id}-${String(index).padStart(4, '0')}`,
    tag: index % 2 === 0 ? 'a' : 'b',
    ...more(index),
  }));

const setsOf = (csv: string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const row of csv.trimEnd().split('\n')) {
    const set = row.split(',', 1)[0] as string;
    counts[set] = (counts[set] ?? 0) + 1;
  }
  return counts;
};

test('whoever asks for a link gets the file from it, without credentials', async () => {
  await seed('linked', 'MULTICLASS', many('linked', 20));
  const { body } = await ask('linked', '?link=true');
  const { link, training } = (
    body as { result: { link: { url: string; expires: number }; training: Training } }
  ).result;
  const file = await fetch(link.url);
  const [stored] = await stage.bucket
    .file(training.dataset.replace(`gs://${stage.stack.bucket}/`, ''))
    .download();
  expect(await file.text()).toBe(stored.toString());
  expect(new URL(link.url).searchParams.get('X-Goog-Expires')).toMatch(/^9\d\d$|^89\d$/);
  expect((await ask('linked')).body).not.toHaveProperty('result.link');
});

test.each<[DatasetType, RegExp]>([
  ['MULTICLASS', /^(TRAIN|TEST|VALIDATION),gs:\/\/[^,]+,(good|bad_part)\n/],
  ['ANOMALY', /^(TRAIN|TEST|VALIDATION),gs:\/\/[^,]+,(good|bad_part)\n/],
  ['MULTILABEL', /^(TRAIN|TEST|VALIDATION),gs:\/\/[^,]+,(good|bad_part),worn\n/],
  ['imageObjectDetection', /^(TRAIN|TEST|VALIDATION),gs:\/\/[^,]+,worn,0.1,0.1,,,0.3,0.3,,\n/],
])('Spec 4.1, Contract 4: the importer accepts the file of a %s dataset', async (type, row) => {
  const id = `type-${type}`;
  await seed(
    id,
    type,
    many(id, 30, () => ({ tags: [box('c')] })),
  );
  const { training, csv } = await make(id);
  expect(training.name).toBe(`Set ${id}`);
  expect(training.dataset).toMatch(
    new RegExp(`^gs://${stage.stack.bucket}/dataset/${id}/csv/\\d{8}T\\d{9}Z\\.csv$`),
  );
  expect(csv).toMatch(row);
  expect(checkImport(type, csv)).toEqual([]);
  expect(setsOf(csv)).toEqual({ TRAIN: 24, TEST: 3, VALIDATION: 3 });
});

test('Spec 4.1: the answer has these keys and no others', async () => {
  await seed('keys', 'MULTICLASS', many('keys', 40));
  const { body } = await ask('keys');
  expect(body).toEqual({
    status: 'success',
    result: { error: false, training: { name: 'Set keys', dataset: expect.stringMatching(/^gs:/) } },
  });
});

test('Contract 4: shares that cannot be kept are reported in the answer and in the report', async () => {
  await seed('few', 'MULTICLASS', many('few', 3));
  const { body } = await ask('few');
  const warnings = [
    'The sets have TRAIN 33.3, TEST 33.3, VALIDATION 33.3 percent of the images instead of 80, 10, 10: there are 3 groups of images only.',
    '2 labels with fewer than 10 groups of images could not be put into every set: "bad_part" (not in TRAIN, VALIDATION), "good" (not in TEST).',
  ];
  expect(body).toEqual({
    status: 'success',
    result: {
      error: false,
      training: expect.anything(),
      warnings: expect.any(Array),
      warningCodes: [
        {
          code: 'shares',
          values: {
            shares: { TRAIN: 33.3, TEST: 33.3, VALIDATION: 33.3 },
            asked: { TRAIN: 80, TEST: 10, VALIDATION: 10 },
            reason: { code: 'groups', count: 3 },
          },
        },
        { code: 'missing', values: expect.objectContaining({ fewest: 10 }) },
      ],
    },
  });
  expect((body as { result: { warnings: string[] } }).result.warnings[0]).toBe(warnings[0]);
  const { report } = await make('few');
  expect(report).toMatchObject({
    warningCodes: (body as { result: { warningCodes: object[] } }).result.warningCodes,
    warnings: [warnings[0], expect.stringMatching(/^[12] labels? with fewer than 10 groups/)],
    groups: { count: 3, largest: 1, alike: 'look', bursts: { limit: 1, cut: 0, cuts: 0, apart: 0 } },
  });
});

test('Contract 4: bursts are recognized by session, time and hash, and the report counts the cuts', async () => {
  const scene = (index: number) =>
    Math.floor(index / 30)
      .toString(16)
      .repeat(16);
  await seed(
    'bursts',
    'MULTICLASS',
    many('bursts', 300, (index) => ({
      session: 'belt',
      date: index * 500,
      fields: { look: scene(index) },
      tag: 'a',
    })),
  );
  const { report, csv } = await make('bursts');
  expect(setsOf(csv)).toEqual({ TRAIN: 240, TEST: 30, VALIDATION: 30 });
  expect(report).toMatchObject({ groups: { largest: 2, bursts: { limit: 2, cut: 10 } } });
  const { groups } = (await make('bursts', '?group=minute')).report as {
    groups: { count: number; largest: number };
  };
  expect(groups).toEqual({ count: 3, largest: 120 });
});

test.each<[DatasetType, RegExp]>([
  ['MULTICLASS', /^(training|test|validation),gs:\/\/[^,]+,(good|bad_part)\n/],
  ['MULTILABEL', /^(training|test|validation),gs:\/\/[^,]+,(good|bad_part),worn\n/],
  ['imageObjectDetection', /^(training|test|validation),gs:\/\/[^,]+,worn,0.1,0.1,,,0.3,0.3,,\n/],
])('Contract 4: with format=vertex, Vertex AI accepts the file of a %s dataset', async (type, row) => {
  const id = `vertex-${type}`;
  await seed(
    id,
    type,
    many(id, 30, (index) =>
      index < 28 ? { tags: [box('c')], ...(index === 3 && { format: 'webp' }) } : { tag: null },
    ),
  );
  const { csv, report } = await make(id, '?format=vertex');
  expect(csv).toMatch(row);
  expect(checkVertexImport(type, csv)).toEqual({ complaints: [], unlisted: 1 });
  expect(csv.split('\n').filter((line) => line.split(',').length === 2)).toHaveLength(2);
  expect(report).toMatchObject({ unlisted: { webp: 1 }, parameters: { format: 'vertex' } });
  expect((await make(id)).report).not.toHaveProperty('unlisted');
});

test('Contract 4: more than a page of records, each once, the same file again', async () => {
  await seed('pages', 'MULTICLASS', many('pages', 2300));
  const [first, second] = [await make('pages', '?test=20&validation=0'), await make('pages', '?test=20')];
  expect(setsOf(first.csv)).toEqual({ TRAIN: 1840, TEST: 460 });
  expect(new Set(first.csv.trimEnd().split('\n')).size).toBe(2300);
  expect(second.csv).toBe(first.csv);
  expect(second.training.dataset).not.toBe(first.training.dataset);
});

test('Contract 4: REVIEW is left out, saved sets stay, and the report says so', async () => {
  const sets = ['REVIEW', 'TRAIN', 'TEST', 'VALIDATION'];
  await seed(
    'sets',
    'MULTICLASS',
    many('sets', 40, (index) => ({ set: sets[index % 4] as string })),
  );
  const { csv, report } = await make('sets', '?test=50&validation=50');
  expect(setsOf(csv)).toEqual({ TRAIN: 10, TEST: 10, VALIDATION: 10 });
  expect(report).toMatchObject({
    dataset: 'sets',
    images: 30,
    dropped: { images: { 'set is REVIEW': 10 } },
    parameters: { percentages: { TEST: 50, VALIDATION: 50, TRAIN: 0 }, group: 'burst', save: false },
  });
});

test('Contract 4: with save=true the records keep the split, and later images do not move them', async () => {
  await seed(
    'save',
    'MULTICLASS',
    many('save', 250, (index) => ({ set: index === 0 ? 'TEST' : 'PREDETERMINED' })),
  );
  const { csv } = await make('save', '?test=30&validation=20&save=true');
  const records = await stage.firestore
    .collection('image')
    .where('dataset', '==', stage.firestore.doc('dataset/save'))
    .get();
  const saved = Object.fromEntries(records.docs.map((each) => [each.get('uri'), each.get('set')]));
  for (const row of csv.trimEnd().split('\n')) {
    const [set, uri] = row.split(',') as [string, string];
    expect(saved[uri]).toBe(set);
  }
  await seedImages(stage, 'save', many('save-more', 50));
  const later = await make('save', '?test=5&validation=5');
  const before = new Set(csv.trimEnd().split('\n'));
  expect(later.csv.split('\n').filter((row) => before.has(row))).toHaveLength(250);
});

test('Contract 4: a set that a person chose during the export is not overwritten', async () => {
  await seed('chosen', 'MULTICLASS', many('chosen', 20));
  await make('chosen');
  // The file is written only after all records have been read, and this write is delayed.
  stage.faults.set([{ path: 'upload', latency: 1000, times: 1 }]);
  const making = make('chosen', '?save=true');
  await eventually(() => expect(stage.faults.met).toBe(1));
  await stage.firestore.doc('image/chosen-0003').update({ set: 'REVIEW' });
  await making;
  expect((await stage.firestore.doc('image/chosen-0003').get()).get('set')).toBe('REVIEW');
  expect((await stage.firestore.doc('image/chosen-0004').get()).get('set')).toMatch(/TRAIN|TEST|VALID/);
});

test('Contract 4: tagmap renames, merges and leaves out', async () => {
  await seed('map', 'MULTICLASS', many('map', 20));
  const renamed = await make('map', `?tagmap=${encodeURIComponent('{"bad part":"fault","a":"fault"}')}`);
  expect(renamed.report).toMatchObject({ labels: { fault: { images: 20 } } });
  const short = await make('map', '?tagmap=good:fine,b:');
  expect(short.report).toMatchObject({ labels: { fine: { images: 10 } }, sets: { TRAIN: {} } });
  expect(short.csv.split('\n').filter((row) => row.split(',').length === 2)).toHaveLength(10);
});

test('Contract 4: tag documents are the truth, and a tag that is only in the list works too', async () => {
  await seed('truth', 'MULTICLASS', many('truth', 4));
  await stage.firestore.doc('dataset/truth/tag/a').update({ name: 'renamed' });
  await stage.firestore.doc('dataset/truth/tag/b').delete();
  expect((await make('truth')).report).toMatchObject({
    labels: { renamed: { images: 2 }, bad_part: { images: 2 } },
  });
});

test('Contract 2: references may be path strings', async () => {
  const paths = {
    dataset: 'dataset/paths',
    tag: 'dataset/paths/tag/a',
    tagsContained: ['dataset/paths/tag/a'],
  };
  await seed(
    'paths',
    'MULTICLASS',
    many('paths', 4, (index) => (index < 2 ? { fields: paths } : {})),
  );
  expect((await make('paths')).report).toMatchObject({
    images: 4,
    labels: { good: { images: 3 }, bad_part: { images: 1 } },
  });
});

test('Contract 20: an image whose file the sweep has not found is left out, and the report says so', async () => {
  await seed(
    'lost',
    'MULTICLASS',
    many('lost', 12, (index) => (index === 1 ? { fields: { lost: true } } : {})),
  );
  const { report, csv } = await make('lost');
  expect(report).toMatchObject({ images: 11, dropped: { images: { 'file not found': 1 } } });
  expect(csv).not.toContain('lost-0001');
});

test('Contract 4: an image over 30 MB is dropped, and only sizes that no upload has checked are requested', async () => {
  await seed(
    'large',
    'MULTICLASS',
    many('large', 12, (index) => (index < 4 ? { fields: { content: '' } } : {})),
  );
  await putObject(stage, 'dataset/large/large-0001.jpg', Buffer.alloc(30e6 + 1));
  await putObject(stage, 'dataset/large/large-0002.jpg', Buffer.alloc(30e6));
  await stage.operations();
  const { report, csv } = await make('large');
  expect(report).toMatchObject({ images: 11, dropped: { images: { 'image over 30 MB': 1 } } });
  expect(csv).not.toContain('large-0001');
  expect((await stage.operations()).list).toBe(1);
  await seed('small', 'MULTICLASS', many('small', 4));
  await make('small');
  expect((await stage.operations()).list).toBeUndefined();
});

test.each([
  ['test=-1', 'test must be a number from 0 to 100'],
  ['test=60&validation=41', 'test and validation together must be at most 100'],
  ['group=hour', 'group must be one of burst, minute, session, image'],
  ['format=coco', 'format must be one of automl, vertex'],
  ['strict=yes', 'strict must be true or false'],
  ['tagmap=nobody:x', 'tagmap: unknown tag "nobody"'],
])('Contract 3: the bad parameter %s is 400, and no file is written', async (query, reason) => {
  await seed('bad', 'MULTICLASS', many('bad', 3));
  expect(await ask('bad', `?${query}`)).toEqual({
    status: 400,
    body: { error: true, result: `Error generating CSV: ${reason}` },
  });
  expect(await files('bad')).toEqual([]);
});

test.each<[string, ImageSeed[], string, string]>([
  ['no image', [], '', 'insufficient data'],
  ['no label', many('none', 4, () => ({ tag: null })), '', 'insufficient data'],
  [
    'too few for strict',
    many('few', 4),
    '?strict=true',
    'insufficient data: each label needs 10 images, bad_part has 2, good has 2',
  ],
])('Spec 7: with %s the CSV fails with 422 and leaves no file', async (name, images, query, reason) => {
  const id = `less-${name.replaceAll(' ', '-')}`;
  await seed(id, 'MULTICLASS', images);
  expect(await ask(id, query)).toEqual({
    status: 422,
    body: { error: true, result: `Error generating CSV: ${reason}` },
  });
  expect(await files(id)).toEqual([]);
});

test('Spec 7: a dataset that does not exist is 404, also with an id that cannot be one', async () => {
  for (const id of ['nobody', '..%2F..', '__all__', '"><script>', 'x'.repeat(400)]) {
    const isBelowRetries = refusedRead(stage.firestore);
    expect(await ask(encodeURIComponent(decodeURIComponent(id)))).toEqual({
      status: 404,
      body: { error: true, result: `Dataset with ID "${decodeURIComponent(id)}" not found` },
    });
    expect(isBelowRetries()).toBe(true);
  }
});

test('Contract 3: a HEAD writes no file', async () => {
  await seed('head', 'MULTICLASS', many('head', 3));
  const answer = await stage.call('head/csv', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  expect((await stage.call('head/csv', { headers: { purpose: 'prefetch' } })).status).toBe(403);
  expect(await files('head')).toEqual([]);
});

test('two requests at once write two complete files, each with its report', async () => {
  await seed('twice', 'MULTICLASS', many('twice', 300));
  const made = await Promise.all(Array.from({ length: 6 }, () => make('twice')));
  expect(new Set(made.map(({ training }) => training.dataset)).size).toBe(6);
  expect(new Set(made.map(({ csv }) => csv)).size).toBe(1);
  expect(await files('twice')).toHaveLength(12);
});

test('a failure of Storage during the upload leaves no file', async () => {
  await seed('fault', 'MULTICLASS', many('fault', 100));
  stage.faults.set([
    { path: 'uploadType=multipart', status: 400, body: { error: { code: 400, message: 'no' } } },
  ]);
  expect((await ask('fault')).status).toBe(500);
  stage.faults.set([]);
  expect(await files('fault')).toEqual([]);
});

test('a process that is killed while it writes leaves no incomplete file', async () => {
  await seed('kill', 'MULTICLASS', many('kill', 200));
  stage.faults.set([{ path: 'uploadType=multipart', hang: true }]);
  const broken = stage.call('kill/csv').catch(() => 'broken');
  await eventually(() => expect(stage.faults.met).toBeGreaterThan(0));
  await stage.stack.functions.dataset!.kill();
  await broken;
  stage.faults.set([]);
  await stage.stack.functions.dataset!.restart();
  expect(await files('kill')).toEqual([]);
  expect((await make('kill')).csv.trimEnd().split('\n')).toHaveLength(200);
});
