/**
 * Each query of the code has its index in rules/firestore.indexes.json: the emulator asks for none, production does. The
 * queries are not listed here but run and recorded, and each `where` and `orderBy` of the sources must have been passed.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Firestore } from 'firebase-admin/firestore';
import { CSV_FIELDS } from '../../functions/src/dataset/collect-images.ts';
import { leaseFirestore } from '../support/firestore.ts';
import {
  type IndexFile,
  isServed,
  neededIndex,
  type StructuredQuery,
  serves,
} from '../support/needed-index.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = resolve(ROOT, 'functions/src');
const FILE = resolve(ROOT, 'rules/firestore.indexes.json');

const file = JSON.parse(await readFile(FILE, 'utf8')) as IndexFile;

describe('the index that a query needs', () => {
  const field = (fieldPath: string, op: string) => ({ fieldFilter: { field: { fieldPath }, op } });
  const query = (filters: object[], orders: string[] = [], allDescendants = false): StructuredQuery => ({
    from: [{ collectionId: 'c', allDescendants }],
    where: { compositeFilter: { op: 'AND', filters } },
    orderBy: orders.map((fieldPath) => ({ field: { fieldPath }, direction: 'ASCENDING' })),
  });
  const ascending = (...fields: string[]) => ({
    indexes: [
      {
        collectionGroup: 'c',
        queryScope: 'COLLECTION',
        fields: fields.map((fieldPath) => ({ fieldPath, order: 'ASCENDING' })),
      },
    ],
    fieldOverrides: [],
  });
  const none = { indexes: [], fieldOverrides: [] };
  const exempt = { indexes: [], fieldOverrides: [{ collectionGroup: 'c', fieldPath: 'a', indexes: [] }] };

  test.each([
    ['one field is indexed by itself', query([field('a', 'EQUAL')], ['__name__']), none, true],
    ['two equal fields are merged', query([field('a', 'EQUAL'), field('b', 'IN')]), none, true],
    ['not where it is exempted', query([field('a', 'EQUAL')]), exempt, false],
    ['nor below an exempted one', query([field('a.b', 'EQUAL')]), exempt, false],
    ['equal and compared', query([field('a', 'EQUAL'), field('b', 'GREATER_THAN')]), none, false],
    ['equal and compared', query([field('a', 'EQUAL'), field('b', 'NOT_IN')]), ascending('a', 'b'), true],
    ['in the wrong order', query([field('a', 'EQUAL'), field('b', 'LESS_THAN')]), ascending('b', 'a'), false],
    ['equal and sorted', query([field('a', 'EQUAL')], ['b']), none, false],
    ['equal and contained', query([field('a', 'EQUAL'), field('b', 'ARRAY_CONTAINS')]), none, false],
    ['a group of collections', query([field('a', 'EQUAL')], [], true), none, false],
  ])('%s', (_, structured, indexes, expected) => {
    expect(isServed(neededIndex(structured), indexes)).toBe(expected);
  });
});

describe('the queries of the code', () => {
  const recorded: StructuredQuery[] = [];
  const passed = new Set<string>();
  let firestore: Firestore;
  let release: () => Promise<void>;

  beforeAll(async () => {
    const lease = await leaseFirestore();
    release = lease.release;
    Object.assign(process.env, { FIRESTORE_EMULATOR_HOST: lease.address, GCLOUD_PROJECT: 'demo-indexes' });
    firestore = (await import('../../functions/src/common/adapters/firebase.ts')).firestore();
    record(firestore);
    await furnish(firestore);
    await runAll();
  });

  afterAll(async () => {
    await firestore.terminate();
    await release();
  });

  /** What the client library sends, and from where in the sources a query was put together. */
  function record(client: Firestore): void {
    const query = Object.getPrototypeOf(client.collection('any').limit(1));
    const { toProto } = query;
    jest.spyOn(query, 'toProto').mockImplementation(function (this: unknown, ...args: unknown[]) {
      const proto = toProto.apply(this, args);
      recorded.push(proto.structuredQuery);
      return proto;
    });
    for (const [owner, name] of [
      [query, 'where'],
      [query, 'orderBy'],
      [Object.getPrototypeOf(client), 'collectionGroup'],
    ]) {
      const original = owner[name];
      jest.spyOn(owner, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
        for (const place of new Error().stack?.matchAll(/functions\/src\/([\w./-]+):(\d+)/g) ?? [])
          passed.add(`${place[1]}:${place[2]}`);
        return original.apply(this, args);
      });
    }
  }

  test('each place where a query is put together was passed', async () => {
    const places = await placesOfQueries();
    expect(places.length).toBeGreaterThan(10);
    expect(places.filter((place) => !passed.has(place))).toEqual([]);
  });

  test('each has its index', () => {
    const needed = recorded.map((query) => neededIndex(query));
    expect(needed.filter((need) => !isServed(need, file))).toEqual([]);
  });

  test('while an index is being built the records are counted instead', async () => {
    const counting = jest.spyOn(Object.getPrototypeOf(firestore.collection('any').limit(1)), 'count');
    counting.mockImplementation(() => {
      throw Object.assign(new Error('The query requires an index that is being built'), { code: 9 });
    });
    const { counters } = await import('../../functions/src/common/adapters/firestore/counters.ts');
    await firestore.doc('dataset/three').update({ imageCounter: 77 });
    await counters.recount('three');
    expect(counting).toHaveBeenCalled();
    counting.mockRestore();
    expect((await firestore.doc('dataset/three').get()).get('imageCounter')).toBe(1);
  });

  test('each index of several fields is needed by one of them', () => {
    const needed = recorded.map((query) => neededIndex(query));
    expect(file.indexes.filter((index) => !needed.some((need) => serves(index, need)))).toEqual([]);
  });
});

/** Two datasets in one session, and one so long that it is counted in steps, so that also the rarer branches are taken. */
async function furnish(client: Firestore): Promise<void> {
  const image = (dataset: string) => ({ dataset, session: 's', uri: `gs://b/${dataset}/1.jpg` });
  await client.doc('image/1').set(image('dataset/one'));
  await client.doc('image/2').set(image('dataset/two'));
  await client.doc('session/s').set({ stop: new Date() });
  for (const id of ['one', 'two']) await client.doc(`dataset/${id}`).set({ name: id });
  await client.doc('monitor/line').set({ session: 'long' });
  for (let start = 0; start < 1500; start += 500) {
    const batch = client.batch();
    const fields = { session: 'long', createdDate: new Date(Date.now() - 60_000) };
    for (let at = start; at < start + 500; at += 1) batch.set(client.doc(`image/long-${at}`), fields);
    await batch.commit();
  }
  // Counted by indexes alone: its record has all that they need.
  await client.doc('dataset/three').set({ name: 'three', tags: [{ id: 'good' }] });
  await client.doc('image/3').set({ dataset: 'dataset/three', tagsContained: [] });
}

/** Every method that asks a query. */
async function runAll(): Promise<void> {
  const folder = '../../functions/src/common/adapters/firestore';
  const { sessions } = await import(`${folder}/sessions.ts`);
  const { imageLists } = await import(`${folder}/image-lists.ts`);
  const { images } = await import(`${folder}/images.ts`);
  const { removals } = await import(`${folder}/removals.ts`);
  const { counters } = await import(`${folder}/counters.ts`);
  const { datasets } = await import(`${folder}/datasets.ts`);
  const { monitors } = await import(`${folder}/monitors.ts`);
  const { firestoreListings: listings } = await import(`${folder}/listings.ts`);
  await sessions.count('s');
  await sessions.count('long');
  const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
  await sessions.count('long');
  later.mockRestore();
  await sessions.settle('s');
  await sessions.datasets('s');
  await drain(imageLists.ofDataset('one', CSV_FIELDS));
  await drain(imageLists.ofTag('one', 'good', '1'));
  await imageLists.byUris(['gs://b/one/1.jpg']);
  await images.findByPath('one--1.jpg', 'gs://b/one/1.jpg');
  await removals.find('one--1.jpg');
  await counters.movedSince(0);
  await counters.recount('one');
  await counters.recount('three');
  await datasets.tags({ id: 'one', tags: [] });
  for (const list of ['detections', 'sessions', 'datasets', 'monitors']) await drain(listings[list]());
  await drain(monitors.running());
  await drain(listings.imagesByUri('gs://b/'));
  await drain(listings.removals(Date.now()));
  await listings.counted('one');
}

async function drain(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages);
}

/** `<file>:<line>` of each `.where(`, `.orderBy(` and `.collectionGroup(` of the sources. */
async function placesOfQueries(): Promise<string[]> {
  const entries = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(entry.parentPath, entry.name));
  const places = files.map(async (path) => {
    const lines = (await readFile(path, 'utf8')).split('\n');
    const name = relative(SOURCES, path);
    return lines.flatMap((line, at) =>
      /\.(where|orderBy|collectionGroup)\(/.test(line) ? [`${name}:${at + 1}`] : [],
    );
  });
  return (await Promise.all(places)).flat();
}

test("the command line's own reading accepts the file, as it is", () => {
  const require = createRequire(import.meta.url);
  const { FirestoreApi } = require('firebase-tools/lib/firestore/api.js');
  const api = new FirestoreApi();
  const spec = api.upgradeOldSpec(structuredClone(file));
  expect(() => api.validateSpec(spec)).not.toThrow();
  expect(spec.indexes).toEqual(file.indexes);
  const names = file.fieldOverrides.map(
    ({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`,
  );
  expect(new Set(names).size).toBe(names.length);
});

test('what is written often or is large is exempted, and only buckets of limits expire by themselves', () => {
  const exempted = file.fieldOverrides.filter(({ indexes }) => indexes.length === 0);
  expect(exempted.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`)).toEqual(
    expect.arrayContaining([
      ...[
        'image.date',
        'image.createdDate',
        'image.updatedAt',
        'image.imageData',
        'image.tags',
        'image.masks',
      ],
      ...['counter.tag', 'session.data', 'session.flow', 'limit.until', 'detection.found'],
    ]),
  );
  // A removal waits for the sweep, a detection for its image, and the lease's token must never start anew.
  const expiring = file.fieldOverrides.filter(({ ttl }) => ttl);
  expect(expiring.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`)).toEqual([
    'limit.until',
  ]);
});
