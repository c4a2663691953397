/** @covers Local stack */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningAuth, startAuth } from '../../emulators/stack/auth.ts';

const sample = join(import.meta.dirname, '../../emulator-data');
let auth: RunningAuth;
beforeAll(async () => {
  auth = await startAuth({ port: 0 });
  await auth.importFrom(sample);
});
afterAll(() => auth.close());

const signIn = async (port: number, email: string, password: string) => {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any';
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  return (await response.json()) as { idToken: string; localId: string; error?: { message: string } };
};

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

test('a sample user signs in, and the token carries the claims of the role', async () => {
  const { idToken } = await signIn(auth.port, 'gitreader@sightline.test', 'sightline');
  expect(claimsOf(idToken)).toMatchObject({
    user_id: 'gitreader',
    aud: 'demo-sightline',
    permissions: ['git-control.read'],
  });
});

test('a wrong password is refused', async () => {
  const { error } = await signIn(auth.port, 'viewer@sightline.test', 'wrong');
  expect(error?.message).toBe('INVALID_PASSWORD');
});

test('accounts that one run exports can sign in in the next', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sightline-auth-'));
  await auth.exportTo(directory);
  const second = await startAuth({ port: 0 });
  await second.importFrom(directory);
  expect((await signIn(second.port, 'admin@sightline.test', 'sightline')).localId).toBe('admin');
  expect(JSON.parse(await readFile(join(directory, 'auth_export/config.json'), 'utf8'))).toHaveProperty(
    'signIn',
  );
  await second.close();
  await rm(directory, { recursive: true });
});

test('after freezing nothing changes, and the export is complete', async () => {
  const third = await startAuth({ port: 0 });
  const signUp = (name: string) =>
    fetch(`http://127.0.0.1:${third.port}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@sightline.test`, password: 'sightline' }),
    }).then(({ status }) => status);
  const coming = ['a', 'b', 'c', 'd'].map(signUp);
  await third.freeze();
  const kept = (await Promise.all(coming)).filter((status) => status === 200).length;
  expect(await signUp('late')).toBe(503);
  const directory = await mkdtemp(join(tmpdir(), 'sightline-auth-'));
  await third.exportTo(directory);
  const { users = [] } = JSON.parse(await readFile(join(directory, 'auth_export/accounts.json'), 'utf8'));
  expect(users).toHaveLength(kept);
  await third.close();
  await rm(directory, { recursive: true });
});
