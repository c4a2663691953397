/**
 * Contract 8: a hand-over is an offer, and counts from the consent of the person to whom it is made.
 * @covers Contract 8, 9 a hand-over is an offer: consent, withdrawal, races, the limit; whoever has not consented gets nothing
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { registerPerson, setClaims, verifyAddress } from '../support/people.ts';
import { type ManageStage, openManageStage } from './manage-stage.ts';

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['dataset', 'monitor', 'people-dataset', 'people-monitor']);
  const { auth, stack } = stage;
  for (const uid of ['ada', 'eve'])
    await registerPerson(auth, stack.projectId, uid, { email: `${uid}@example.org` });
  for (const uid of ['ada', 'eve']) await verifyAddress(auth, stack.projectId, uid);
});
afterAll(() => stage?.close());

describe.each(['dataset', 'monitor'] as const)('of a %s', (kind) => {
  let id: string;
  const asked = async (uid: string, method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await stage.as(uid, `/${kind}${path}`, { method, body });
    return { status, ...(kind === 'dataset' ? answer : (answer.data ?? answer)) };
  };
  const make = async (uid = 'maker', name = 'Gears') => {
    const fields = { name, ...(kind === 'dataset' && { type: 'MULTICLASS' }) };
    return (await asked(uid, 'POST', '', fields)).id as string;
  };
  beforeEach(async () => {
    id = await make();
  });

  const record = async (of = id) => (await stage.stack.firestore.doc(`${kind}/${of}`).get()).data()!;
  const put = (who: string, role: string, uid = 'maker', of = id) =>
    asked(uid, 'PUT', `/${of}/members/${encodeURIComponent(who)}`, { role });
  const accept = (uid: string, of = id) => asked(uid, 'POST', `/${of}/members/accept`);
  const end = (uid: string, of = id) => asked(uid, 'DELETE', `/${of}/members/accept`);
  const remove = (who: string, uid = 'maker') => asked(uid, 'DELETE', `/${id}/members/${who}`);
  const offersTo = async (uid: string) => (await asked(uid, 'GET', '')).offers;
  const missing =
    kind === 'dataset'
      ? () => ({ status: 404, error: true, result: `Dataset with ID "${id}" not found` })
      : () => ({ status: 404, error: true, result: 'Monitor not found or access denied' });
  const noOffer = { status: 409, error: true, result: 'No offer of ownership to you is open' };
  const done = kind === 'dataset' ? { status: 'success', error: false } : { status: 200, error: false };

  test('nothing changes before the other person accepts; then the previous owner becomes editor', async () => {
    const before = Date.now();
    expect(await put('ada', 'owner')).toEqual({ ...done, offered: true });
    expect(await record()).toMatchObject({ owner: 'maker', members: {}, people: ['maker'] });
    expect(await put('editor', 'editor')).toEqual(done);
    // Of the record, she sees its name and who offers it.
    const offer = { id, name: 'Gears', by: 'maker', at: expect.any(Number), from: { name: '', address: '' } };
    expect(await offersTo('ada')).toEqual([offer]);
    expect((await offersTo('ada'))[0].at).toBeGreaterThanOrEqual(before);
    for (const uid of ['maker', 'stranger', 'editor']) expect(await offersTo(uid)).toBeUndefined();
    expect(await asked('ada', 'GET', `/${id}/members`)).toEqual(missing());
    const seen = async (uid: string) => (await asked(uid, 'GET', `/${id}/members`)).offer;
    expect(await seen('maker')).toEqual({
      to: 'ada',
      by: 'maker',
      at: expect.any(Number),
      name: '',
      address: 'ada@example.org',
    });
    expect(await seen('editor')).toBeUndefined();

    expect(await accept('stranger')).toEqual(missing());
    expect(await accept('editor')).toEqual(noOffer);
    expect(await accept('admin')).toEqual(noOffer);
    expect((await record()).owner).toBe('maker');
    expect(await accept('ada')).toEqual(done);
    expect(await accept('ada')).toEqual(done);
    const after = await record();
    expect(after).toMatchObject({ owner: 'ada', members: { maker: 'editor', editor: 'editor' } });
    expect([after.people, 'offer' in after]).toEqual([['ada', 'editor', 'maker'], false]);
    expect(await offersTo('ada')).toBeUndefined();
    expect((await put('maker', 'owner', 'maker')).status).toBe(403);
    expect(await accept('maker')).toEqual(noOffer);
  });

  test('a member to whom it is offered keeps the role until then', async () => {
    await put('viewer', 'viewer');
    await put('viewer', 'owner');
    expect((await asked('viewer', 'PATCH', `/${id}`, { name: 'Mine' })).status).toBe(403);
    expect((await asked('viewer', 'GET', `/${id}/members`)).offer).toMatchObject({ to: 'viewer' });
    expect(await accept('viewer')).toEqual(done);
    expect(await record()).toMatchObject({ owner: 'viewer', members: { maker: 'editor' } });
  });

  test('the owner withdraws it, the other person declines it; both may be repeated', async () => {
    await put('ada', 'owner');
    await put('editor', 'editor');
    expect(await end('stranger')).toEqual(missing());
    expect((await end('editor')).status).toBe(403);
    expect(await end('maker')).toEqual(done);
    expect(await end('maker')).toEqual(done);
    expect(await accept('ada')).toEqual(missing());
    await put('ada', 'owner');
    expect(await end('ada')).toEqual(done);
    expect(await end('ada')).toEqual(missing());
    await put('editor', 'owner');
    expect(await end('editor')).toEqual(done);
    expect(await end('editor')).toEqual(done);
    expect(await accept('editor')).toEqual(noOffer);
    expect(await record()).toMatchObject({ owner: 'maker', members: { editor: 'editor' } });
  });

  test('a new offer replaces it, and another role for the person or their removal withdraws it', async () => {
    await put('ada', 'owner');
    await put('eve@example.org', 'owner');
    expect(await accept('ada')).toEqual(missing());
    expect((await record()).offer).toMatchObject({ to: 'eve', by: 'maker' });
    // Of somebody else: it stays.
    await put('ada', 'viewer');
    await remove('ada');
    expect((await record()).offer).toMatchObject({ to: 'eve' });
    await put('eve', 'viewer');
    expect(await record()).not.toHaveProperty('offer');
    await put('eve', 'owner');
    await remove('eve');
    expect(await accept('eve')).toEqual(missing());
    await put('eve', 'viewer');
    await put('eve', 'owner');
    // She leaves.
    await remove('eve', 'eve');
    expect(await record()).not.toHaveProperty('offer');
    expect((await put('nobody@example.org', 'owner')).status).toBe(404);
  });

  test('an administrator takes it at once, and every offer of the previous owner ends', async () => {
    await put('ada', 'owner');
    expect(await put('admin', 'owner', 'admin')).toEqual(done);
    expect(await record()).toMatchObject({ owner: 'admin', members: { maker: 'editor' } });
    expect(await accept('ada')).toEqual(missing());
    // For somebody else, an administrator too can only offer it.
    expect(await put('eve', 'owner', 'admin')).toEqual({ ...done, offered: true });
    // As by a dashboard: the offer was for what another person owned.
    await stage.stack.firestore.doc(`${kind}/${id}`).update({ owner: 'viewer' });
    expect(await offersTo('eve')).toBeUndefined();
    expect(await accept('eve')).toEqual(missing());
    expect((await record()).owner).toBe('viewer');
  });

  test('an offer that an administrator made for the owner ends with the claim', async () => {
    const claim = (claims: object) => setClaims(stage.auth, stage.stack.projectId, 'admin', claims);
    expect(await put('ada', 'owner', 'admin')).toEqual({ ...done, offered: true });
    await claim({});
    expect(await accept('ada')).toEqual(missing());
    expect((await record()).owner).toBe('maker');
    await claim({ admin: true });
    expect(await accept('ada')).toEqual(done);
    expect(await record()).toMatchObject({ owner: 'ada', members: { maker: 'editor' } });
  });

  test('of ten simultaneous answers, the offer is taken or withdrawn, not both', async () => {
    await put('ada', 'owner');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? accept('ada') : end('maker'))),
    );
    const { owner, members, people, offer } = await record();
    const taken = answers.some(({ error }, at) => at % 2 && error === false);
    expect([owner, members]).toEqual(taken ? ['ada', { maker: 'editor' }] : ['maker', {}]);
    expect(people).toEqual(taken ? ['ada', 'maker'] : ['maker']);
    expect(offer).toBeUndefined();
  });

  test('one person has at most twenty offers open', async () => {
    const { firestore } = stage.stack;
    const open = (number: number) => firestore.doc(`${number % 2 ? 'dataset' : 'monitor'}/open-${number}`);
    const fields = { name: 'Open', owner: 'editor', members: {}, people: ['editor'] };
    const offer = { to: 'owner', by: 'editor', owner: 'editor', at: new Date() };
    for (let number = 0; number < 20; number += 1) await open(number).set({ ...fields, offer });
    const own = kind === 'dataset' ? 'open-1' : 'open-0';
    await firestore.doc(`${kind}/${id}`).update({ owner: 'editor' });
    const refused = await put('owner', 'owner', 'editor');
    expect(refused).toMatchObject({
      status: 400,
      result: expect.stringMatching(/20 offers of yours are open/),
    });
    // One of the twenty may be replaced.
    expect(await put('ada', 'owner', 'editor', own)).toEqual({ ...done, offered: true });
    expect(await end('ada', own)).toEqual(done);
    expect(await put('owner', 'owner', 'editor')).toEqual({ ...done, offered: true });
    for (const each of [
      ...Array.from({ length: 20 }, (_, number) => open(number)),
      firestore.doc(`${kind}/${id}`),
    ])
      await each.delete();
  });
});

test('an offer of a deleted dataset cannot be accepted, and a restored one is offered to nobody', async () => {
  const fields = { name: 'Old', type: 'MULTICLASS' };
  const { body } = await stage.as('maker', '/dataset', { method: 'POST', body: fields });
  const path = `/dataset/${body.id}`;
  const offer = () => stage.as('maker', `${path}/members/ada`, { method: 'PUT', body: { role: 'owner' } });
  const accept = () => stage.as('ada', `${path}/members/accept`, { method: 'POST' });
  await offer();
  await stage.as('maker', path, { method: 'DELETE', body: { confirm: 'Old' } });
  expect((await stage.as('ada', '/dataset')).body.offers).toBeUndefined();
  expect((await accept()).status).toBe(404);
  expect((await offer()).status).toBe(404);
  await stage.as('maker', `${path}/restore`, { method: 'POST' });
  expect((await accept()).status).toBe(404);
  await offer();
  expect((await accept()).status).toBe(200);
});

test('who offers and accepts is in the log', () => {
  const output = stage.stack.functions.dataset!.output();
  for (const action of ['offer accept', 'offer end']) expect(output).toContain(`"action":"${action}"`);
});
