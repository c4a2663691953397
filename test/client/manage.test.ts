/**
 * `@sightline/client`: datasets, monitors, tags, members and keys, also if answers are lost.
 * @covers Contract 8 Grants: datasets admit monitors; grants and keys end with the role of whoever answers for them
 * @covers Contract 9 the client on datasets, monitors, tags, people and keys, also while answers get lost
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Hooks, Sightline } from '../../client/src/index.ts';
import { type ManageStage, openManageStage } from '../emulator/manage-stage.ts';
import { picture } from '../support/factory.ts';
import { type LossyFront, startLossyFront } from '../support/lossy-front.ts';
import { tokenOf } from '../support/people.ts';

let stage: ManageStage;
let front: LossyFront;
beforeAll(async () => {
  stage = await openManageStage(['dataset', 'monitor']);
  front = await startLossyFront(() => stage.stack.baseUrl);
});
afterAll(() => Promise.all([stage?.close(), front?.close()]));
afterEach(() => {
  front.faults.set([]);
});

const as = (uid: string) =>
  new Sightline({
    baseUrl: front.baseUrl,
    retry: { base: 10, limit: 100 },
    token: () => tokenOf(uid, stage.stack.projectId, uid === 'maker' ? { creator: true } : {}),
  });
const stored = async (path: string) => (await stage.stack.firestore.doc(path).get()).data();
/** The next call is executed, but its answer is lost, twice. */
const loseAnswers = () => front.faults.set([{ path: '/', reset: 'after', times: 2 }]);

test('a dataset: created once, listed, renamed, deleted, restored', async () => {
  const maker = as('maker');
  loseAnswers();
  const id = await maker.createDataset({
    name: 'Nuts',
    type: 'MULTICLASS',
    tags: [{ name: 'good', key: 'g' }],
  });
  const named = await stage.stack.firestore.collection('dataset').where('name', '==', 'Nuts').get();
  expect(named.docs.map((each) => each.id)).toEqual([id]);
  const dataset = maker.datasets(id);
  await dataset.update({ name: 'Hex nuts', type: 'ANOMALY' });
  expect(await maker.listDatasets()).toEqual([
    {
      id,
      name: 'Hex nuts',
      type: 'ANOMALY',
      role: 'owner',
      imageCounter: 0,
      suggest: 'off',
      retention: { unlabelled: null, rejected: 7 },
      detector: 'off',
      tags: [{ id: expect.any(String), name: 'good' }],
    },
  ]);
  await expect(dataset.delete('nuts')).rejects.toMatchObject({ status: 400 });
  loseAnswers();
  const until = await dataset.delete('Hex nuts');
  expect((await maker.listDatasets())[0]?.deleted).toBe(until);
  loseAnswers();
  await dataset.restore();
  expect((await maker.listDatasets())[0]?.deleted).toBeUndefined();
});

test('tags: created once, changed, merged', async () => {
  const id = await as('maker').createDataset({ name: 'Tagged', type: 'MULTICLASS' });
  const { tags } = as('maker').datasets(id);
  loseAnswers();
  const one = await tags.create({ name: 'one', color: 'red' });
  const two = await tags.create({ name: 'two' });
  expect((await stage.stack.firestore.collection(`dataset/${id}/tag`).get()).size).toBe(2);
  await tags.update(one, { name: 'first', order: 7 });
  expect(await stored(`dataset/${id}/tag/${one}`)).toMatchObject({ name: 'first', order: 7, color: 'red' });
  await expect(tags.update(two, { name: 'first' })).rejects.toMatchObject({ status: 409 });
  loseAnswers();
  await tags.delete(one, { into: two });
  await tags.delete(two);
  expect((await stage.stack.firestore.collection(`dataset/${id}/tag`).get()).size).toBe(0);
});

test('people: role, transfer of ownership and removal, even if answers are lost', async () => {
  const id = await as('maker').createDataset({ name: 'People', type: 'MULTICLASS' });
  const members = (uid: string) => as(uid).datasets(id).members;
  loseAnswers();
  await members('maker').set('editor', 'editor');
  await members('maker').set('someone@example.org', 'viewer');
  loseAnswers();
  expect(await members('maker').list()).toMatchObject({
    people: [
      { uid: 'maker', role: 'owner' },
      { uid: 'editor', role: 'editor' },
    ],
    invitations: [{ address: 'someone@example.org', role: 'viewer' }],
  });
  expect(await members('maker').set('editor', 'owner')).toBe(true);
  const offered = {
    id,
    name: 'People',
    by: 'maker',
    at: expect.any(Number),
    from: { name: '', address: '' },
  };
  expect(await as('editor').listOffers()).toEqual({ datasets: [offered], monitors: [] });
  expect((await members('editor').list()).offer).toMatchObject({ to: 'editor', by: 'maker' });
  loseAnswers();
  await members('editor').endOffer();
  expect(await as('editor').listOffers()).toEqual({ datasets: [], monitors: [] });
  await members('maker').set('viewer', 'owner');
  loseAnswers();
  await members('viewer').endOffer();
  await members('maker').set('editor', 'owner');
  loseAnswers();
  await members('editor').accept();
  expect(await stored(`dataset/${id}`)).toMatchObject({ owner: 'editor', members: { maker: 'editor' } });
  loseAnswers();
  await members('maker').remove('maker');
  expect(await stored(`dataset/${id}`)).toMatchObject({ owner: 'editor', members: {}, people: ['editor'] });
  await expect(members('maker').remove('editor')).rejects.toMatchObject({ status: 404 });
  await members('editor').remove('someone@example.org');
  await expect(members('editor').remove('editor')).rejects.toMatchObject({ status: 409 });
});

test('the monitors that a dataset admits, and a key that is taken over', async () => {
  const id = await as('maker').createDataset({ name: 'Admitting', type: 'MULTICLASS' });
  const monitor = await as('maker').createMonitor({ name: 'Press' });
  const { monitors } = as('maker').datasets(id);
  loseAnswers();
  await monitors.admit(monitor);
  expect(await monitors.list()).toEqual([
    { monitor, name: 'Press', by: 'maker', at: expect.any(Number), counts: true, last: null },
  ]);
  const { hash } = await as('maker').monitors(monitor).createKey();
  await as('maker').monitors(monitor).members.set('editor', 'editor');
  loseAnswers();
  await as('editor').monitors(monitor).takeKey(hash);
  expect(await as('maker').monitors(monitor).keys()).toMatchObject([{ by: 'maker', holder: 'editor' }]);
  loseAnswers();
  await monitors.dismiss(monitor);
  expect(await monitors.list()).toEqual([]);
  await as('maker').monitors(monitor).delete();
});

test('a monitor with its key, which is created once; late frames; deletion', async () => {
  const maker = as('maker');
  const dataset = await maker.createDataset({ name: 'Frames', type: 'MULTICLASS' });
  loseAnswers();
  const id = await maker.createMonitor({ name: 'Press', dataset, review: 100 });
  expect(await maker.listMonitors()).toEqual([
    { id, name: 'Press', role: 'owner', dataset, session: '', expected: null },
  ]);
  const monitor = maker.monitors(id);
  await monitor.update({ review: 0 });
  const { key, hash } = await monitor.createKey();
  const device = new Sightline({ baseUrl: front.baseUrl, deviceKey: key, retry: { base: 10, limit: 100 } });
  const sent = await device
    .monitors(id)
    .upload(await picture(1), { session: 'run-1', date: 1_790_000_000_000 });
  expect(await stored(`image/${sent.id}`)).toMatchObject({ session: `${id}.run-1`, set: 'PREDETERMINED' });
  await device.monitors(id).start({ session: 'run-1' });
  expect((await stored(`monitor/${id}`))?.session).toBe(`${id}.run-1`);
  await expect(monitor.delete()).rejects.toMatchObject({ status: 409 });
  await monitor.stop();
  expect((await monitor.keys()).map((each) => each.hash)).toEqual([hash]);
  // Nobody knows the key of the lost answer, so the call is not repeated.
  front.faults.set([{ path: '/', reset: 'after', times: 1 }]);
  await expect(monitor.createKey()).rejects.toThrow();
  expect(await monitor.keys()).toHaveLength(2);
  loseAnswers();
  await monitor.revokeKey(hash);
  expect(await monitor.keys()).toHaveLength(1);
  await monitor.members.set('viewer', 'viewer');
  loseAnswers();
  await monitor.delete();
  expect(await stored(`monitor/${id}`)).toEqual({ deleted: { gone: true } });
});

test('keys of a dataset: a job has the key where a person has a token', async () => {
  const dataset = as('owner').datasets('bolts');
  const { key, hash } = await dataset.createKey({ name: 'Nightly', role: 'viewer' });
  expect(await dataset.keys()).toMatchObject([{ hash, name: 'Nightly', role: 'viewer' }]);
  const job = new Sightline({ baseUrl: front.baseUrl, token: () => key });
  expect(await job.listDatasets({ tags: false })).toMatchObject([{ id: 'bolts', role: 'viewer' }]);
  await expect(job.datasets('bolts').update({ name: 'B' })).rejects.toMatchObject({ status: 403 });
  loseAnswers();
  await dataset.revokeKey(hash);
  expect(await dataset.keys()).toEqual([]);
});

/** As one of them can be called, whatever its events. */
type AnyHooks = Hooks<string>;

test.each([
  ['dataset', 'run.ready', () => as('owner').datasets('bolts').hooks as AnyHooks],
  ['monitor', 'session.started', () => as('owner').monitors('line-1').hooks as AnyHooks],
])('hooks of a %s: made once, whatever answers are lost', async (_, event, hooksOf) => {
  const hooks = hooksOf();
  const fields = { url: 'http://127.0.0.1:9/', events: [event], name: 'Chat' };
  const { hook, secret } = await hooks.make(fields);
  expect(secret).toMatch(/^whsec_/);
  // Nobody knows the secret of the lost answer, so the call is not repeated.
  front.faults.set([{ path: '/', reset: 'after', times: 1 }]);
  await expect(hooks.make(fields)).rejects.toThrow();
  const [first, second] = await hooks.list();
  expect(first).toMatchObject({ hook, ...fields, failing: null, ended: null });
  loseAnswers();
  await hooks.update(hook, { name: 'Mail' });
  expect(await hooks.test(hook)).toMatchObject({ delivered: false, answered: null, problem: 'connection' });
  expect(await hooks.get(hook)).toMatchObject({
    name: 'Mail',
    deliveries: [{ type: 'test', answered: null }],
  });
  for (const each of [hook, String(second?.hook)]) {
    loseAnswers();
    await hooks.delete(each);
  }
  expect(await hooks.list()).toEqual([]);
  await expect(hooks.get(hook)).rejects.toMatchObject({ status: 404 });
});
