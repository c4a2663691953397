/** Contract 9: `npm run person` creates the first administrator, who may then do everything. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ManageStage, openManageStage } from './manage-stage.ts';

const SCRIPT = resolve(import.meta.dirname, '../../functions/src/person/person.ts');

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['dataset']);
});
afterAll(() => stage?.close());

function person(...args: string[]) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const auth = `127.0.0.1:${stage.auth.port}`;
  const where = { GCLOUD_PROJECT: stage.stack.projectId, FIREBASE_AUTH_EMULATOR_HOST: auth };
  return promisify(execFile)(process.execPath, [SCRIPT, ...args], { env: { ...env, ...where } });
}

/** The account in Firebase Auth; its next token contains these claims. */
async function accountOf(email: string): Promise<{ uid: string; claims: object }> {
  const accounts = `identitytoolkit.googleapis.com/v1/projects/${stage.stack.projectId}/accounts:lookup`;
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

test('an invalid address is refused, and changes nothing', async () => {
  await expect(person('--admin')).rejects.toMatchObject({ code: 2 });
  await expect(person('--email', 'nobody', '--admin')).rejects.toMatchObject({ code: 2 });
});
