/**
 * Contract 9: `npm run person` creates the first administrator, who may then do everything.
 * @covers Contract 9 the first administrator: `npm run person`, not for an address that a stranger registered
 */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PROJECT_ID } from '../../emulators/stack/environment.ts';
import { verifyAddress } from '../support/people.ts';
import { type ManageStage, openManageStage } from './manage-stage.ts';

const SCRIPT = resolve(import.meta.dirname, '../../functions/src/person/person.ts');

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['dataset']);
});
afterAll(() => stage?.close());

const person = (...args: string[]) => personOf(stage.stack.projectId, args);

function personOf(projectId: string, args: string[]) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const auth = `127.0.0.1:${stage.auth.port}`;
  const where = { GCLOUD_PROJECT: projectId, FIREBASE_AUTH_EMULATOR_HOST: auth };
  return promisify(execFile)(process.execPath, [SCRIPT, ...args], { env: { ...env, ...where } });
}

/** The account in Firebase Auth; its next token contains these claims. */
async function accountOf(
  email: string,
  projectId = stage.stack.projectId,
): Promise<{ uid: string; claims: object }> {
  const accounts = `identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:lookup`;
  const response = await fetch(`http://127.0.0.1:${stage.auth.port}/${accounts}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ email: [email] }),
  });
  const { users } = (await response.json()) as { users: { localId: string; customAttributes?: string }[] };
  return { uid: users[0]!.localId, claims: JSON.parse(users[0]!.customAttributes ?? '{}') };
}

test('a new account becomes administrator, and loses the claim again; other claims stay', async () => {
  const email = 'first@example.org';
  const { stdout } = await person('--email', email, '--admin');
  expect(stdout).toMatch(
    /^first@example\.org \(\w+\): admin\nThe account is new\. .*\nhttp\S+oobCode=\S+\n$/,
  );
  const { uid, claims } = await accountOf(email);
  expect(claims).toEqual({ admin: true });
  const lists = async (given: object) => (await stage.as(uid, '/dataset', {}, given)).body.datasets.length;
  const makes = async (given: object) => {
    const body = { name: 'First', type: 'MULTICLASS' };
    return (await stage.as(uid, '/dataset', { body }, given)).status;
  };
  expect([await lists(claims), await makes(claims)]).toEqual([2, 200]);

  expect((await person('--email', email, '--creator')).stdout).toMatch(/: admin and creator\n$/);
  expect((await person('--email', email, '--admin', '--revoke')).stdout).toMatch(/: creator\n$/);
  expect((await person('--email', email)).stdout).toMatch(/: creator\n$/);
  const { claims: later } = await accountOf(email);
  expect(later).toEqual({ creator: true });
  expect([await lists(later), await makes(later)]).toEqual([1, 200]);
  expect((await person('--email', email, '--creator', '--revoke')).stdout).toMatch(/: no claims\n$/);
  expect(await makes((await accountOf(email)).claims)).toBe(403);
});

/** Everybody has the key of the console, with which anybody makes an account for any address. */
async function signUp(email: string): Promise<string> {
  const url = `http://127.0.0.1:${stage.auth.port}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'chosen by a stranger' }),
  });
  return ((await response.json()) as { localId: string }).localId;
}

test('a stranger who registered an address first gets no claim by it', async () => {
  const email = 'boss@example.org';
  const uid = await signUp(email);
  const command = (...args: string[]) => personOf(PROJECT_ID, args);
  await expect(command('--email', email, '--admin')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(`^Not done: .*${email}.*--uid ${uid}.*\n$`),
  });
  expect((await command('--email', email, '--admin', '--revoke')).stdout).toMatch(/: no claims\n$/);

  expect((await command('--uid', uid, '--creator')).stdout).toBe(`${email} (${uid}): creator\n`);
  await verifyAddress(stage.auth, PROJECT_ID, uid);
  expect((await command('--email', email, '--admin')).stdout).toMatch(/: admin and creator\n$/);
  expect((await accountOf(email, PROJECT_ID)).claims).toEqual({ admin: true, creator: true });
});

test('an unknown uid is refused, and so is an address beside a uid', async () => {
  await expect(person('--uid', 'nobody', '--admin')).rejects.toMatchObject({ code: 1 });
  await expect(person('--uid', 'viewer', '--email', 'a@example.org')).rejects.toMatchObject({ code: 2 });
});

test('an invalid address is refused, and changes nothing', async () => {
  await expect(person('--admin')).rejects.toMatchObject({ code: 2 });
  await expect(person('--email', 'nobody', '--admin')).rejects.toMatchObject({ code: 2 });
});
