/**
 * Contract 9: members of datasets and monitors, and `people`, which always agrees with `owner` and `members`.
 * @covers Contract 9 members and their list, invitations, leaving; `people`
 * @covers Contract 9 members and their list, invitations, handing over, leaving; `people`
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/factory.ts';
import { registerPerson, verifyAddress } from '../support/people.ts';
import { type ManageStage, openManageStage } from './manage-stage.ts';

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['dataset', 'monitor', 'people-dataset', 'people-monitor']);
  const { auth, stack } = stage;
  for (const uid of ['ada', 'bob'])
    await registerPerson(auth, stack.projectId, uid, { email: `${uid}@example.org` });
  await verifyAddress(auth, stack.projectId, 'ada');
});
afterAll(() => stage?.close());

const proven = (uid: string) => ({ email: `${uid}@example.org`, email_verified: true });

describe.each(['dataset', 'monitor'] as const)('of a %s', (kind) => {
  let id: string;
  beforeEach(async () => {
    const fields = { name: 'People', ...(kind === 'dataset' && { type: 'MULTICLASS' }) };
    const { body } = await stage.as('maker', `/${kind}`, { method: 'POST', body: fields });
    id = kind === 'dataset' ? body.id : body.data.id;
  });
  afterEach(expectTrue);

  const record = async () => (await stage.stack.firestore.doc(`${kind}/${id}`).get()).data()!;
  const invitations = () => stage.stack.firestore.collection(`${kind}/${id}/invitation`).get();
  const put = (who: string, role: string, uid = 'maker', claims = {}) =>
    stage.as(
      uid,
      `/${kind}/${id}/members/${encodeURIComponent(who)}`,
      { method: 'PUT', body: { role } },
      claims,
    );
  const remove = (who: string, uid = 'maker', claims = {}) =>
    stage.as(uid, `/${kind}/${id}/members/${encodeURIComponent(who)}`, { method: 'DELETE' }, claims);
  const sees = async (uid: string, claims = {}) => {
    const { body } = await stage.as(uid, `/${kind}`, {}, claims);
    const list = kind === 'dataset' ? body.datasets : body.data.monitors;
    return list.find((each: { id: string }) => each.id === id)?.role;
  };
  const sentence = ({ body }: { body: { result?: string; data?: { result: string } } }) =>
    body.result ?? body.data?.result;

  /** `people` equals owner and members, immediately and after the event function has run. */
  async function expectTrue() {
    const { owner, members, people } = await record();
    expect(people).toEqual([...new Set([...Object.keys(members), owner])].sort());
  }

  test('a role by uid, another role, and removal', async () => {
    expect((await put('viewer', 'viewer')).status).toBe(200);
    await expectTrue();
    expect((await put('viewer', 'editor')).status).toBe(200);
    expect(await record()).toMatchObject({ owner: 'maker', members: { viewer: 'editor' } });
    expect(await sees('viewer')).toBe('editor');
    expect((await remove('viewer')).status).toBe(200);
    expect((await remove('viewer')).status).toBe(200);
    expect(await record()).toMatchObject({ owner: 'maker', members: {}, people: ['maker'] });
    expect(await sees('viewer')).toBeUndefined();
    const unknown = await put('no-such-person', 'viewer');
    expect([unknown.status, sentence(unknown)]).toEqual([404, 'Person "no-such-person" not found']);
    expect((await put('viewer', 'admin')).status).toBe(400);
    expect((await put('a@b@c', 'viewer')).status).toBe(400);
  });

  test('a verified address gives its person the role at once', async () => {
    expect((await put('Ada@Example.org', 'viewer')).status).toBe(200);
    expect((await record()).members).toEqual({ ada: 'viewer' });
    expect((await invitations()).size).toBe(0);
    expect((await remove('ada@example.org')).status).toBe(200);
    expect((await record()).members).toEqual({});
  });

  test('an invitation takes effect at the first call after the address was verified, not before', async () => {
    expect((await put('bob@example.org', 'editor')).status).toBe(200);
    expect((await record()).members).toEqual({});
    expect(await sees('bob')).toBeUndefined();
    expect(await sees('bob', { email: 'bob@example.org', email_verified: false })).toBeUndefined();
    expect((await invitations()).size).toBe(1);
    expect(await sees('bob', proven('bob'))).toBe('editor');
    expect((await record()).members).toEqual({ bob: 'editor' });
    expect((await invitations()).size).toBe(0);
    // After the removal, the same token does not restore the membership.
    expect((await remove('bob')).status).toBe(200);
    expect(await sees('bob', proven('bob'))).toBeUndefined();
  });

  test('ten simultaneous first calls create one membership; a withdrawn invitation has no effect', async () => {
    await put('new@example.org', 'viewer');
    await registerPerson(stage.auth, stage.stack.projectId, `new-${id}`);
    const claims = { email: 'new@example.org', email_verified: true, nonce: id };
    await Promise.all(Array.from({ length: 10 }, (_, at) => sees(`new-${id}`, { ...claims, at })));
    expect((await record()).members).toEqual({ [`new-${id}`]: 'viewer' });
    await put('gone@example.org', 'viewer');
    expect((await remove('gone@example.org')).status).toBe(200);
    expect(
      await sees('stranger', { email: 'gone@example.org', email_verified: true, nonce: id }),
    ).toBeUndefined();
  });

  test('an invitation ends with the owner who made it, whoever changed the record', async () => {
    await put('bob@example.org', 'editor');
    const reference = stage.stack.firestore.doc(`${kind}/${id}`);
    await reference.update({ owner: 'viewer', people: ['viewer'] });
    const { body } = await stage.as('viewer', `/${kind}/${id}/members`);
    expect((body.data ?? body).invitations).toEqual([]);
    expect(await sees('bob', { ...proven('bob'), nonce: id })).toBeUndefined();
    expect([(await record()).members, (await invitations()).size]).toEqual([{}, 0]);
  });

  test('an owner cannot leave', async () => {
    for (const answer of [await remove('maker'), await put('maker', 'viewer')])
      expect([answer.status, sentence(answer)]).toEqual([
        409,
        'The owner cannot leave: transfer ownership first',
      ]);
    expect((await put('nobody@example.org', 'owner')).status).toBe(404);
  });

  test('a list of the people for all of them, with the invitations for the owner alone', async () => {
    const listed = async (uid: string) => {
      const { status, body } = await stage.as(uid, `/${kind}/${id}/members`);
      return { code: status, ...(kind === 'dataset' ? body : body.data) };
    };
    for (const [who, role] of [
      ['viewer', 'viewer'],
      ['ada', 'viewer'],
      ['bob', 'editor'],
      ['late@example.org', 'viewer'],
      ['early@example.org', 'editor'],
    ] as const)
      await put(who, role);
    const people = [
      { uid: 'maker', role: 'owner' },
      // An address that is not proven is not shown: anybody may claim it.
      { uid: 'bob', role: 'editor', name: '', address: '' },
      { uid: 'ada', role: 'viewer', name: '', address: 'ada@example.org' },
      { uid: 'viewer', role: 'viewer' },
    ];
    const invitations = [
      { address: 'early@example.org', role: 'editor', by: 'maker' },
      { address: 'late@example.org', role: 'viewer', by: 'maker' },
    ];
    expect(await listed('maker')).toMatchObject({ code: 200, error: false, people, invitations });
    for (const uid of ['bob', 'viewer']) {
      expect(await listed(uid)).toMatchObject({ code: 200, people });
      expect(await listed(uid)).not.toHaveProperty('invitations');
    }
    expect((await listed('stranger')).code).toBe(404);
  });

  test('members can remove themselves, by uid or by their own verified address, but not others', async () => {
    await put('viewer', 'viewer');
    await put('ada', 'editor');
    expect((await remove('ada', 'viewer')).status).toBe(403);
    expect((await remove('ada@example.org', 'viewer')).status).toBe(403);
    expect((await remove('viewer', 'stranger')).status).toBe(404);
    expect((await remove('viewer', 'viewer')).status).toBe(200);
    expect((await remove('ada@example.org', 'ada', proven('ada'))).status).toBe(200);
    expect((await record()).members).toEqual({});
  });

  test('twenty simultaneous changes: none is lost, and `people` is correct at every moment', async () => {
    const uids = Array.from({ length: 20 }, (_, at) => `one-${at}-${id}`);
    for (const uid of uids) await registerPerson(stage.auth, stage.stack.projectId, uid);
    const seen: boolean[] = [];
    const stop = stage.stack.firestore.doc(`${kind}/${id}`).onSnapshot((snapshot) => {
      const { owner, members, people } = snapshot.data()!;
      seen.push(JSON.stringify(people) === JSON.stringify([...Object.keys(members), owner].sort()));
    });
    const answers = await Promise.all(uids.map((uid, at) => put(uid, at % 2 ? 'viewer' : 'editor')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await eventually(() => expect(seen.length).toBeGreaterThan(1));
    stop();
    expect(seen).not.toContain(false);
    expect(Object.keys((await record()).members).sort()).toEqual([...uids].sort());
  });
});

test('a deleted dataset accepts no members; earlier invitations take effect when it is restored', async () => {
  const { body } = await stage.as('maker', '/dataset', {
    method: 'POST',
    body: { name: 'Gone', type: 'ANOMALY' },
  });
  const member = (who: string) => ({
    method: 'PUT',
    body: { role: 'viewer' },
    path: `/dataset/${body.id}/members/${who}`,
  });
  const put = ({ path, ...ask }: ReturnType<typeof member>) => stage.as('maker', path, ask);
  expect((await put(member('late@example.org'))).status).toBe(200);
  await stage.as('maker', `/dataset/${body.id}`, { method: 'DELETE', body: { confirm: 'Gone' } });
  expect((await put(member('viewer'))).status).toBe(404);
  await stage.as('stranger', '/dataset', {}, { email: 'late@example.org', email_verified: true });
  const reference = stage.stack.firestore.doc(`dataset/${body.id}`);
  expect((await reference.get()).data()).toMatchObject({ members: {}, people: [] });
  await stage.as('maker', `/dataset/${body.id}/restore`, { method: 'POST' });
  await stage.as('stranger', '/dataset', {}, { email: 'late@example.org', email_verified: true, nonce: 2 });
  expect((await reference.get()).get('members')).toEqual({ stranger: 'viewer' });
});

test('addresses are not in the log', () => {
  const output = Object.values(stage.stack.functions)
    .map((each) => each.output())
    .join('');
  expect(output).toContain('"action":"member set"');
  expect(output).not.toMatch(/@example\.org/);
});
