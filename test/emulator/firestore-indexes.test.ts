/**
 * Each query of the code has its index in rules/firestore.indexes.json: the emulator does not require indexes, production
 * does. Queries are not listed here: they are run and recorded, and each `where` and `orderBy` in the sources must have been
 * executed.
 * @covers Each query has its index; what is written often is exempted; what expires
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Firestore } from 'firebase-admin/firestore';
import { MOST_WAITING } from '../../functions/src/common/hooks/hook-ports.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { CSV_FIELDS } from '../../functions/src/dataset/csv/collect-images.ts';
import { leaseFirestore } from '../support/firestore.ts';
import {
  type IndexFile,
  isServed,
  type NeededIndex,
  neededIndex,
  partsOf,
  type StructuredQuery,
  serves,
} from '../support/needed-index.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = resolve(ROOT, 'functions/src');
const FILE = resolve(ROOT, 'rules/firestore.indexes.json');

const file = JSON.parse(await readFile(FILE, 'utf8')) as IndexFile;

describe('the index for a query', () => {
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
  const both = (...lists: string[][]) => ({
    indexes: lists.flatMap((fields) => ascending(...fields).indexes),
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
    ['merged', query([field('a', 'EQUAL'), field('b', 'EQUAL')], ['z']), both(['a', 'z'], ['b', 'z']), true],
    ['one is missing', query([field('a', 'EQUAL'), field('b', 'EQUAL')], ['z']), both(['a', 'z']), false],
    [
      'not merged by another order',
      query([field('a', 'EQUAL'), field('b', 'EQUAL')], ['z']),
      both(['a', 'z'], ['b', 'y']),
      false,
    ],
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
    await askAsConsole(firestore);
  });

  afterAll(async () => {
    await firestore.terminate();
    await release();
  });

  /** Records what the client library sends, and the place in the sources where the query was built. */
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

  test('each place in the sources that builds a query was executed', async () => {
    const places = await placesOfQueries();
    expect(places.length).toBeGreaterThan(10);
    expect(places.filter((place) => !passed.has(place))).toEqual([]);
  });

  test('each has its index', () => {
    const needed = recorded.map((query) => neededIndex(query));
    expect(needed.filter((need) => !isServed(need, file))).toEqual([]);
  });

  test('while an index is being built, records are counted instead', async () => {
    const counting = jest.spyOn(Object.getPrototypeOf(firestore.collection('any').limit(1)), 'count');
    counting.mockImplementation(() => {
      throw Object.assign(new Error('The query requires an index that is being built'), { code: 9 });
    });
    const { counters } = await import('../../functions/src/common/adapters/firestore/counters/counters.ts');
    await firestore.doc('dataset/three').update({ imageCounter: 77 });
    await counters.recount('three');
    expect(counting).toHaveBeenCalled();
    counting.mockRestore();
    expect((await firestore.doc('dataset/three').get()).get('imageCounter')).toBe(1);
  });

  test('each index of several fields is needed by one of them', () => {
    const needed = recorded.map((query) => neededIndex(query));
    expect(file.indexes.filter((index) => !needed.some((need) => isUsed(index, need)))).toEqual([]);
  });
});

const isUsed = (index: IndexFile['indexes'][number], need: NeededIndex): boolean =>
  serves(index, need) || (!isServed(need, { ...file, indexes: [] }) && partsOf(need, [index]).length > 0);

/** Two datasets in one session, and a session so long that it is counted in steps, so that rare branches run too. */
async function furnish(client: Firestore): Promise<void> {
  const image = (dataset: string) => ({ dataset, session: 's', uri: `gs://b/${dataset}/1.jpg` });
  await client.doc('image/1').set(image('dataset/one'));
  await client.doc('image/2').set(image('dataset/two'));
  await client.doc('session/s').set({ stop: new Date() });
  for (const id of ['one', 'two']) await client.doc(`dataset/${id}`).set({ name: id });
  for (const id of ['good', 'bad']) await client.doc(`dataset/one/tag/${id}`).set({ name: id });
  const longAgo = { at: new Date(0), due: new Date(0) };
  await client.doc('dataset/one/merge/merged').set({ into: 'bad', ...longAgo });
  await client.doc('dataset/one/merge/deleted').set({ into: null, ...longAgo });
  await client.doc('monitor/line').set({ session: 'long' });
  for (let start = 0; start < 1500; start += 500) {
    const batch = client.batch();
    const fields = { session: 'long', createdDate: new Date(Date.now() - 60_000) };
    for (let at = start; at < start + 500; at += 1) batch.set(client.doc(`image/long-${at}`), fields);
    await batch.commit();
  }
  // A hook for which as many messages wait as may.
  const hook = client.doc('dataset/three/hook/full');
  await hook.set({ events: ['run.ready'], queued: new Date(0) });
  for (let start = 0; start < MOST_WAITING; start += 500) {
    const batch = client.batch();
    for (let at = start; at < start + 500; at += 1)
      batch.set(hook.collection('event').doc(`${at}`), { at: new Date(at) });
    await batch.commit();
  }
  // Counted with indexes only: its record has all fields for that.
  await client.doc('dataset/three').set({ name: 'three', tags: [{ id: 'good' }] });
  const listed = { tagsContained: ['dataset/three/tag/good'], labelled: true, session: '', date: 5 };
  await client.doc('image/3').set({ ...listed, dataset: 'dataset/three', shard: shardOf('three', '3') });
  await client.doc('dataset/three/timeline/day-1970-01-01').set({ imageCounter: 9 });
  // A tally that is open is counted from its records.
  await client.doc('dataset/three/counter/part').set({ images: 0, open: `part-${Date.now().toString(36)}` });
}

/** Calls every method that sends a query. */
async function runAll(): Promise<void> {
  const folder = '../../functions/src/common/adapters/firestore';
  const sweep = '../../functions/src/sweep/adapters';
  const { sessions } = await import(`${folder}/sessions/sessions.ts`);
  const { imageLists } = await import(`${folder}/images/image-lists.ts`);
  const { images } = await import(`${folder}/images/images.ts`);
  const { tombstones } = await import(`${folder}/records/tombstones.ts`);
  const { counters } = await import(`${folder}/counters/counters.ts`);
  const { datasets } = await import(`${folder}/records/datasets.ts`);
  const { monitors } = await import(`${folder}/records/monitors.ts`);
  const { recordListings: listings } = await import(`${sweep}/record-listings.ts`);
  const { grantListings } = await import(`${sweep}/grants.ts`);
  await Array.fromAsync(grantListings.datasetsWithoutGrants());
  await Array.fromAsync(grantListings.monitorsWithKeys());
  const { looks } = await import(`${sweep}/looks.ts`);
  const { listFields } = await import(`${sweep}/missing-fields.ts`);
  const { imagePages } = await import(`${folder}/images/image-pages.ts`);
  const { trash } = await import(`${folder}/images/trash.ts`);
  await trash.page('one', { limit: 5, after: null, thumbnails: true });
  await drain(trash.ofDataset('one'));
  await drain(trash.due(Date.now()));
  await trash.earliest('one', Date.now());
  await trash.countBefore('one', Date.now());
  for (const filter of filters())
    await imagePages.page('one', filter, { limit: 5, after: null, thumbnails: true });
  await drain(listFields.missing());
  await sessions.count('s');
  await sessions.count('long');
  const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
  await sessions.count('long');
  later.mockRestore();
  await sessions.settle('s');
  await sessions.datasets('s');
  await sessions.dirty();
  await drain(imageLists.ofDataset('one', CSV_FIELDS));
  await drain(imageLists.ofTag('one', 'good', '1'));
  await imageLists.byUris(['gs://b/one/1.jpg']);
  await images.findByPath('one--1.jpg', 'gs://b/one/1.jpg');
  await tombstones.find('one--1.jpg');
  await counters.movedSince(0);
  await counters.recount('one');
  await counters.recount('three');
  await datasets.tags({ id: 'one', tags: [] });
  await datasets.tagsAt('one');
  for (const list of ['detections', 'sessions', 'datasets', 'monitors']) await drain(listings[list]());
  await drain(monitors.running());
  await drain(looks.missing());
  await drain(listings.imagesByUri('gs://b/'));
  await drain(listings.tombstones(Date.now()));
  await drain(listings.otherBuckets('b'));
  await listings.counted('one');
  const { datasetKeyRecords, deviceKeyRecords } = await import(`${folder}/people/key-records.ts`);
  const { listKeys } = await import('../../functions/src/device-key/adapters/keys.ts');
  const { datasetRecords } = await import(`${folder}/records/dataset-records.ts`);
  await datasetRecords.list({ uid: 'person', all: false }, { limit: 5, after: 'a', tags: true });
  const right = { by: 'ada', judge: () => 'ada' };
  await datasetRecords.change('one', { type: 'ANOMALY' }, right);
  await datasetRecords.due(Date.now());
  await datasetRecords.retaining();
  const { nextNumbers } = await import(`${folder}/next-numbers.ts`);
  await nextNumbers('one');
  await datasetRecords.purgeImages('gone');
  await datasetRecords.purgeBelow('gone');
  const { monitorRecords } = await import(`${folder}/records/monitor-records.ts`);
  await monitorRecords.list({ uid: 'person', all: false }, { limit: 5, after: 'a' });
  await monitorRecords.delete('gone', right);
  const { monitorGrants } = await import(`${folder}/records/monitor-grants.ts`);
  await monitorGrants.datasetsOf('line');
  const { invitations } = await import(`${folder}/people/invitations.ts`);
  await invitations.accept('person', 'person@example.org');
  const { tagRecords } = await import(`${folder}/records/tag-records.ts`);
  await tagRecords.uses('one', 'good');
  await tagRecords.dueMerges(Date.now());
  await tagRecords.beginMerge('one', 'good', 'bad');
  for (const tag of ['merged', 'deleted']) await tagRecords.closeMerge({ dataset: 'one', tag }, Date.now());
  const { contents } = await import(`${folder}/images/contents.ts`);
  await contents.find('one', 'a');
  await contents.ofImport('one', 'i');
  await Promise.all([contents.find('one', 'a'), contents.find('one', 'b')]);
  const { versions } = await import(`${folder}/records/versions.ts`);
  const parameters = { tags: [], tagmap: {}, filter: {} };
  const { jobs } = await import(`${folder}/jobs/jobs.ts`);
  const asked = { kind: 'version', by: '', right: '', owner: 'ada', request: 'a-request' };
  await jobs.create('one', asked, async (transaction: object) => ({
    version: await versions.create('one', { name: '', note: '', by: '', parameters }, transaction),
  }));
  const alone = { ...asked, kind: 'embed', request: null, isAlone: true };
  await jobs.create('one', alone, async () => ({}));
  await jobs.ofRequest('one', 'a-request');
  for (const more of [{ state: 'done' }, { kind: 'version' }, { state: 'done', kind: 'version' }, {}])
    await jobs.page('one', { limit: 5, after: 9, ...more });
  await jobs.sentOf('ada');
  await jobs.nextOf('ada');
  await jobs.forgotten(Date.now());
  const { endOfFeed, readFeed } = await import(`${folder}/hooks/feed.ts`);
  await endOfFeed('one');
  for (const types of [undefined, ['job.done']])
    await readFeed('one', { after: '1.0.job-done-1', types, limit: 5 });
  await versions.page('one', { limit: 5, after: 9 });
  await versions.find('one', 'latest');
  await versions.any('one');
  const { runs } = await import(`${folder}/records/runs.ts`);
  const run = { name: 'first', model: '', source: 'live', trainedOn: null, by: '' };
  await runs.create('one', run, 'a-request');
  await runs.page('one', { limit: 5, after: 9 });
  await drain(runs.told('one', 1));
  await listKeys('line');
  await deviceKeyRecords.list('line');
  await datasetKeyRecords.list('one');
  const { hooks } = await import(`${folder}/hooks/hooks.ts`);
  const { outbox } = await import(`${folder}/hooks/outbox.ts`);
  const { addMessages } = await import(`${folder}/hooks/add-message.ts`);
  const owner = { kind: 'dataset', id: 'one' };
  await hooks.list(owner);
  for (const each of [owner, undefined]) await drain(outbox.waiting(Date.now(), each));
  await outbox.next({ owner, hook: 'a' });
  const { cameras } = await import(`${folder}/hooks/cameras.ts`);
  await drain(cameras.watched());
  await cameras.firstAfter('none', 1);
  await cameras.countAfter('none', 1, 2);
  const { firestore } = await import('../../functions/src/common/adapters/firebase.ts');
  for (const id of ['one', 'three'])
    await addMessages(
      { kind: 'dataset', id },
      { type: 'run.ready', subject: 1, data: {} },
      firestore().batch(),
    );
  const { acceptances } = await import(`${folder}/records/acceptances.ts`);
  await acceptances.page('one', { limit: 5, after: null });
  await acceptances.unreviewed('some');
  const { isMember } = await import(`${folder}/people/people.ts`);
  await isMember('person');
  const { datasetMembers, monitorMembers } = await import(`${folder}/people/member-records.ts`);
  await datasetMembers.invitations('one');
  for (const members of [datasetMembers, monitorMembers]) await members.offeredTo('person');
  await datasetMembers.set('one', { uid: 'person', address: null }, 'owner', right);
  await datasetMembers.invite('one', { address: 'person@example.org', role: 'viewer' }, right);
}

/** What the console asks by the web SDK, and no function does. */
async function askAsConsole(client: Firestore): Promise<void> {
  const sessions = client.collection('session').where('monitor', '==', client.doc('monitor/line'));
  await sessions.orderBy('start', 'desc').limit(5).get();
  const named = client.collection('image').where('shard', '==', 'one/0').where('name', '>=', 'a');
  await named.where('name', '<', 'b').orderBy('name').limit(5).get();
}

/** Every combination of filters of a list. */
function filters(): object[] {
  const each = {
    tag: 'good',
    set: 'TRAIN',
    session: 's',
    monitor: 'line',
    labelled: true,
    checked: false,
    from: 0,
    to: Date.now(),
  };
  const entries = Object.entries(each);
  const all = Array.from({ length: 2 ** entries.length }, (_, chosen) =>
    entries.filter((__, index) => (chosen >> index) & 1),
  );
  return [...all.map((some) => Object.fromEntries(some)), { session: 'day-2026-11-21', set: 'TEST' }];
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

test('the command line accepts the file', () => {
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

test('fields that are large or often written are exempted, and only rate limits, outcomes of requests, links, jobs and events expire', () => {
  const exempted = file.fieldOverrides.filter(({ indexes }) => indexes.length === 0);
  expect(exempted.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`)).toEqual(
    expect.arrayContaining([
      'image.date',
      'image.createdDate',
      'image.updatedAt',
      'image.imageData',
      'image.tags',
      'image.masks',
      'counter.tag',
      'session.data',
      'session.flow',
      'limit.until',
      'detection.found',
    ]),
  );
  // Tombstones wait for the sweep, detections for their image, and the lease's token must never restart.
  const expiring = file.fieldOverrides.filter(({ ttl }) => ttl);
  expect(expiring.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`)).toEqual([
    'limit.until',
    'request.until',
    'grant.until',
    'job.until',
    'feed.until',
  ]);
});
