/**
 * Contract 9: datasets are listed, created, changed, deleted and restored, using only the service.
 * @covers Contract 18 a job is cancelled by who started it, or an owner
 * @covers Contract 9 datasets and monitors are listed, made, changed, deleted, restored, purged
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { eventually, frame, records } from '../support/factory.ts';
import { type Ask, type ManageStage, openManageStage } from './manage-stage.ts';

const DAY = 86_400_000;

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['dataset', 'monitor', 'counters'], {
    CREATORS: 'maria@example.org, @makers.example',
  });
});
afterAll(() => stage?.close());

const post = (body: unknown, headers: Record<string, string> = {}): Ask => ({
  method: 'POST',
  body,
  headers,
});
const remove = (confirm: string): Ask => ({ method: 'DELETE', body: { confirm } });
const stored = (path: string) => stage.stack.firestore.doc(path).get();
const fields = { name: 'Screws', type: 'MULTICLASS' };

async function makeDataset(more: object = {}): Promise<string> {
  const { status, body } = await stage.as('maker', '/dataset', post({ ...fields, ...more }));
  expect([status, body]).toEqual([200, { error: false, status: 'success', id: expect.any(String) }]);
  return body.id;
}

const idsFor = async (uid: string): Promise<string[]> => {
  const { status, body } = await stage.as(uid, '/dataset');
  expect(status).toBe(200);
  return body.datasets.map(({ id }: { id: string }) => id);
};

describe('making', () => {
  test('the dataset has all fields of the specification, and its tags', async () => {
    const tags = [
      { name: 'good', color: '#22aa44', key: 'g' },
      { name: 'odd ones', unclassified: true },
    ];
    const id = await makeDataset({ tags });
    expect(id).toMatch(/^[a-z0-9]{20}$/);
    const record = (await stored(`dataset/${id}`)).data()!;
    expect(record).toMatchObject({
      ...fields,
      owner: 'maker',
      members: {},
      people: ['maker'],
      imageCounter: 0,
      tags: [{ name: 'good', color: '#22aa44' }, { name: 'odd ones' }],
    });
    expect(record.createdAt.toMillis()).toBeGreaterThan(0);
    const { docs } = await stage.stack.firestore.collection(`dataset/${id}/tag`).orderBy('order').get();
    expect(docs.map((each) => each.data())).toEqual([
      expect.objectContaining({
        id: docs[0]!.id,
        name: 'good',
        key: 'g',
        imageCounter: 0,
        annotationCounter: 0,
      }),
      expect.objectContaining({ id: docs[1]!.id, name: 'odd ones', unclassified: true }),
    ]);
  });

  test('an id chosen by the caller; an existing one is 409 and does not change', async () => {
    expect(await makeDataset({ id: 'screws-1' })).toBe('screws-1');
    const again = await stage.as('maker', '/dataset', post({ ...fields, name: 'Other', id: 'screws-1' }));
    expect([again.status, again.body]).toEqual([
      409,
      { error: true, result: 'Dataset with ID "screws-1" exists already' },
    ]);
    expect((await stored('dataset/screws-1')).get('name')).toBe('Screws');
  });

  test('twenty attempts of one request create one dataset', async () => {
    const ask = post({ ...fields, name: 'Once' }, { 'idempotency-key': 'try-me' });
    const tries = await Promise.all(Array.from({ length: 20 }, () => stage.as('maker', '/dataset', ask)));
    const ids = new Set(tries.map(({ body }) => body.id));
    expect([...new Set(tries.map(({ status }) => status)), ids.size]).toEqual([200, 1]);
    const made = await stage.stack.firestore.collection('dataset').where('name', '==', 'Once').get();
    expect(made.size).toBe(1);
    // The same key of another person is another request.
    const other = await stage.as('admin', '/dataset', ask);
    expect(ids.has(other.body.id)).toBe(false);
  });

  test.each([
    ['no name', { name: ' ' }, /^Bad request: name must be one line/],
    ['a name of two lines', { name: 'a\nb' }, /^Bad request: name must be one line/],
    ['an unknown type', { type: 'BINARY' }, /^Bad request: type must be one of MULTICLASS/],
    ['a word of the routes as id', { id: 'restore' }, /word of the routes/],
    ['the function’s own name as id', { id: 'dataset' }, /word of the routes/],
    ['a path as id', { id: 'a/b' }, /^Bad request: id must be one path segment/],
    ['a tag without a name', { tags: [{}] }, /name of a tag must be/],
    [
      'a key of two characters',
      { tags: [{ name: 'a', key: 'ab' }] },
      /^Bad request: key must be one character/,
    ],
    ['a color with markup', { tags: [{ name: 'a', color: '"><script>' }] }, /^Bad request: color must be/],
  ])('%s is refused', async (_, wrong, sentence) => {
    const { status, body } = await stage.as('maker', '/dataset', post({ ...fields, ...wrong }));
    expect([status, body.result]).toEqual([400, expect.stringMatching(sentence)]);
  });

  test('allowed for the claim, and for a verified address or domain in CREATORS; for nobody else', async () => {
    const verdict = async (email: string | null, verified = true) => {
      const claims = email === null ? {} : { email, email_verified: verified };
      return (await stage.as('stranger', '/dataset', post(fields), claims)).status;
    };
    expect(await verdict(null)).toBe(403);
    expect(await verdict('Maria@Example.org')).toBe(200);
    expect(await verdict('maria@example.org', false)).toBe(403);
    expect(await verdict('someone@makers.example')).toBe(200);
    expect(await verdict('someone@sub.makers.example')).toBe(403);
    expect(await verdict('maria@example.org.evil.example')).toBe(403);
  });
});

describe('listing', () => {
  test('callers see their own datasets, with their role', async () => {
    const role = async (uid: string) => {
      const { body } = await stage.as(uid, '/dataset');
      return body.datasets.find(({ id }: { id: string }) => id === 'bolts')?.role;
    };
    expect(await Promise.all(['viewer', 'editor', 'owner', 'admin', 'stranger'].map(role))).toEqual([
      'viewer',
      'editor',
      'owner',
      'owner',
      undefined,
    ]);
    const mine = await stage.as('owner', '/dataset');
    expect(mine.body.datasets.map(({ name }: { name: string }) => name)).toEqual(['Bolts', 'Other']);
    expect(mine.body.next).toBeNull();
  });

  test('in pages, with or without tags', async () => {
    const list = async (query: string) => (await stage.as('owner', `/dataset?${query}`)).body;
    const first = await list('limit=1&tags=false');
    expect(first).toMatchObject({ datasets: [{ id: 'bolts' }], next: 'bolts' });
    expect(first.datasets[0]).not.toHaveProperty('tags');
    expect(await list('limit=1&after=bolts')).toMatchObject({
      datasets: [{ id: 'other', tags: [] }],
      next: null,
    });
    for (const query of ['limit=0', 'limit=1001', 'after=', 'tags=no', 'page=2'])
      expect((await stage.as('owner', `/dataset?${query}`)).status).toBe(400);
  });
});

describe('changing', () => {
  test('the name always, the type only as long as there are no images', async () => {
    const id = await makeDataset();
    const patch = (body: unknown) => stage.as('maker', `/dataset/${id}`, { method: 'PATCH', body });
    expect((await patch({ name: ' Nuts ', type: 'MULTILABEL' })).status).toBe(200);
    expect((await stored(`dataset/${id}`)).data()).toMatchObject({ name: 'Nuts', type: 'MULTILABEL' });
    const { firestore } = stage.stack;
    await firestore.doc('image/of-nuts').set({ dataset: firestore.doc(`dataset/${id}`) });
    const refused = await patch({ name: 'Never', type: 'ANOMALY' });
    expect([refused.status, refused.body.result]).toEqual([
      409,
      'Dataset has images: its type cannot change',
    ]);
    expect((await patch({ type: 'MULTILABEL' })).status).toBe(200);
    expect((await stored(`dataset/${id}`)).data()).toMatchObject({ name: 'Nuts', type: 'MULTILABEL' });
  });

  test('the detector by its owner only, to https only, and back to Cloud Vision', async () => {
    const id = await makeDataset();
    await stage.stack.firestore
      .doc(`dataset/${id}`)
      .update({ members: { editor: 'editor' }, people: ['maker', 'editor'] });
    const patch = async (uid: string, detector: unknown) =>
      (await stage.as(uid, `/dataset/${id}`, { method: 'PATCH', body: { detector } })).status;
    const mine = 'https://parts.example/find?threshold=0.5';
    expect([await patch('editor', mine), await patch('maker', mine)]).toEqual([403, 200]);
    const listed = async () =>
      (await stage.as('editor', '/dataset')).body.datasets.find((each: { id: string }) => each.id === id)
        .detector;
    expect([await listed(), (await stored(`dataset/${id}`)).get('detector')]).toEqual([mine, mine]);
    for (const wrong of ['http://parts.example/', 'https://me:secret@parts.example/', 'parts', '', null, 7])
      expect([wrong, await patch('maker', wrong)]).toEqual([wrong, 400]);
    expect([await patch('maker', 'off'), await listed()]).toEqual([200, 'off']);
    expect((await stored(`dataset/${id}`)).data()).not.toHaveProperty('detector');
  });
});

describe('deleting', () => {
  const sendTo = (dataset: string, number: number) =>
    frame(number, { dataset, tag: undefined }).then((body) =>
      stage.as('admin', '/monitor/line-1/image', { body }),
    );

  test('only by its owner, confirmed by its name; then nobody can use it, and the owner can restore it', async () => {
    const id = await makeDataset({ name: 'Gears' });
    await stage.stack.firestore
      .doc(`dataset/${id}`)
      .update({ members: { editor: 'editor' }, people: ['maker', 'editor'] });
    expect((await stage.as('editor', `/dataset/${id}`, remove('Gears'))).status).toBe(403);
    expect((await stage.as('stranger', `/dataset/${id}`, remove('Gears'))).status).toBe(404);
    expect((await stage.as('maker', `/dataset/${id}`, remove('gears'))).status).toBe(400);
    const before = Date.now();
    const { status, body } = await stage.as('maker', `/dataset/${id}`, remove('Gears'));
    expect(status).toBe(200);
    expect(body.until - before).toBeGreaterThanOrEqual(7 * DAY);
    expect((await stage.as('maker', `/dataset/${id}`, remove('Gears'))).body.until).toBe(body.until);

    expect((await stage.as('editor', `/dataset/${id}/csv`)).status).toBe(404);
    expect((await stage.as('admin', `/dataset/${id}/refreshCounters`, { method: 'POST' })).status).toBe(404);
    expect((await sendTo(id, 1)).status).toBe(404);
    expect(await idsFor('editor')).not.toContain(id);
    const own = (await stage.as('maker', '/dataset')).body.datasets.find(
      (each: { id: string }) => each.id === id,
    );
    expect(own).toMatchObject({ role: 'owner', deleted: body.until });

    const restore = (uid: string) => stage.as(uid, `/dataset/${id}/restore`, { method: 'POST' });
    expect((await restore('editor')).status).toBe(404);
    expect((await restore('maker')).status).toBe(200);
    expect((await restore('maker')).status).toBe(200);
    expect(await idsFor('editor')).toContain(id);
    expect((await stored(`dataset/${id}`)).get('people')).toEqual(['editor', 'maker']);
    expect((await sendTo(id, 2)).status).toBe(200);
  });

  test('after seven days all of it is deleted, in pages, and nothing else; before, nothing', async () => {
    const { firestore, storage, bucket } = stage.stack;
    const id = await makeDataset({ name: 'Old', tags: [{ name: 'a' }] });
    expect((await sendTo(id, 10)).status).toBe(200);
    expect((await sendTo('bolts', 11)).status).toBe(200);
    const batch = firestore.batch();
    for (let number = 0; number < 330; number += 1) {
      batch.set(firestore.doc(`image/old-${number}`), { dataset: firestore.doc(`dataset/${id}`), uri: '' });
      if (number < 150) batch.set(firestore.doc(`detection/old-${number}`), { found: [] });
    }
    batch.set(firestore.doc(`dataset/${id}/run/1`), { number: 1, state: 'open' });
    batch.set(firestore.doc(`dataset/${id}/run/1/prediction/old-1`), { line: '' });
    await batch.commit();
    await stage.as('maker', `/dataset/${id}`, remove('Old'));
    const counters = stage.stack.functions.counters!;
    expect(await triggerScheduled(counters)).toBe(200);
    const ofOld = async () =>
      [...(await records(stage.stack, 'image')).values()].filter(({ dataset }) => dataset.id === id).length;
    expect(await ofOld()).toBe(331);

    await firestore.doc(`dataset/${id}`).update({ 'deleted.until': new Date(Date.now() - 1000) });
    // The next call continues, whenever the process was killed.
    for (let kills = 0; kills < 3; kills += 1) {
      void triggerScheduled(counters).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 60 * (kills + 1)));
      await counters.kill();
      await counters.restart();
    }
    await triggerScheduled(counters);
    // A tombstone keeps the id from being given again.
    const tombstone = { deleted: { gone: true } };
    await eventually(async () => expect((await stored(`dataset/${id}`)).data()).toEqual(tombstone));
    expect(await ofOld()).toBe(0);
    expect((await firestore.collection(`dataset/${id}/tag`).get()).size).toBe(0);
    expect((await firestore.collection(`dataset/${id}/counter`).get()).size).toBe(0);
    expect((await firestore.collection(`dataset/${id}/run`).get()).size).toBe(0);
    expect((await firestore.collection(`dataset/${id}/run/1/prediction`).get()).size).toBe(0);
    expect((await records(stage.stack, 'detection')).size).toBe(0);
    const listed = await fetch(`http://127.0.0.1:${storage.port}/storage/v1/b/${bucket}/o?prefix=dataset/`);
    const names = ((await listed.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith(`dataset/${id}/`))).toEqual([]);
    expect(names.filter((name) => name.startsWith('dataset/bolts/'))).toHaveLength(1);
    const late = await stage.as('maker', `/dataset/${id}/restore`, { method: 'POST' });
    expect(late.status).toBe(404);
  });

  test('it cannot be restored after that time', async () => {
    const id = await makeDataset({ name: 'Late' });
    await stage.as('maker', `/dataset/${id}`, remove('Late'));
    await stage.stack.firestore.doc(`dataset/${id}`).update({ 'deleted.until': new Date(Date.now() - 1) });
    expect((await stage.as('maker', `/dataset/${id}/restore`, { method: 'POST' })).status).toBe(404);
  });
});

test('a job is cancelled by who started it, or an owner, and by nobody else', async () => {
  const { firestore } = stage.stack;
  const { body } = await stage.as('maker', '/dataset', {
    method: 'POST',
    body: { name: 'Jobs', type: 'MULTICLASS' },
  });
  await firestore.doc(`dataset/${body.id}`).update({ members: { editor: 'editor', viewer: 'viewer' } });
  const job = { number: 1, kind: 'version', state: 'done', input: { version: 1 }, by: 'editor' };
  await firestore.doc(`dataset/${body.id}/job/1`).set(job);
  const cancel = async (uid: string) =>
    (await stage.as(uid, `/dataset/${body.id}/job/1`, { method: 'DELETE' })).status;
  expect([await cancel('editor'), await cancel('maker')]).toEqual([200, 200]);
  expect([await cancel('viewer'), await cancel('stranger')]).toEqual([403, 404]);
  await firestore.doc(`dataset/${body.id}/job/1`).update({ by: 'maker' });
  expect(await cancel('editor')).toBe(403);
  await firestore.doc(`dataset/${body.id}`).update({ deleted: { gone: true } });
});

test('the log says who created, changed and deleted what', async () => {
  const lines = stage.stack.functions.dataset!.output().split('\n');
  const done = lines.flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const { action, userId, outcome, dataset } = JSON.parse(line) as Record<string, unknown>;
    return userId === 'maker' && outcome === 'done' && dataset ? [action] : [];
  });
  expect([...new Set(done)].sort()).toEqual([
    'dataset change',
    'dataset delete',
    'dataset make',
    'dataset restore',
    'job cancel',
  ]);
});
