/** The four functions as deployed: credentials required, the deployed memory, and Firestore behind a proxy that counts. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FunctionName } from '../../emulators/stack/function.ts';
import { startGitRemote } from '../../emulators/stack/git-remote.ts';
import { layOutVolume } from '../../emulators/stack/project-volume.ts';
import { hashKey } from '../../functions/src/common/access/keys.ts';
import { type FirestoreTap, startFirestoreTap } from '../bench/cost/firestore-tap.ts';
import { type AuthLease, leaseAuth } from '../support/auth.ts';
import { furnish } from '../support/factory.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

/** The smallest memory of a deployed function, applied to all of them in the way in which Node is told there. */
const DEPLOYED = { NODE_OPTIONS: '--max-old-space-size=512' };

export type Headers = Record<string, string>;

export interface HostileStage {
  stack: TestStack;
  auth: AuthLease;
  tap: FirestoreTap;
  /** Adds an account. */
  person(uid: string, claims?: object): Promise<Headers>;
  /** A live key of `line-1`. */
  key: Headers;
  close(): Promise<void>;
}

export const madeUpKey = (): Headers => ({ 'x-device-key': `slk_${randomBytes(32).toString('base64url')}` });

export async function openHostileStage(env: Record<string, string> = {}): Promise<HostileStage> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-hostile-'));
  const remote = await startGitRemote({ port: 0, directory: join(folder, 'remotes') });
  await layOutVolume(join(folder, 'volume'), remote);
  const auth = await leaseAuth();
  let stack: TestStack | undefined;
  const tap = await startFirestoreTap(() => (stack as TestStack).addresses.firestore);
  const { FUNCTIONS_DIRECTORY: directory } = process.env;
  stack = await startTestStack({
    functions: ['dataset', 'image', 'monitor', 'service-git'],
    ...(directory && { directory }),
    env: {
      ACCESS: 'required',
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}`,
      FIRESTORE_EMULATOR_HOST: tap.address,
      EDITOR_VOLUME: join(folder, 'volume'),
      ...DEPLOYED,
      ...env,
    },
  });
  await furnish(stack);
  const key = await newKey(stack);
  const close = async () => {
    agent.destroy();
    await Promise.all([stack.close(), remote.close(), auth.close(), tap.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  const person = async (uid: string, claims: object = {}) => {
    await registerPerson(auth, stack.projectId, uid);
    return { authorization: `Bearer ${tokenOf(uid, stack.projectId, claims)}` };
  };
  return { stack, auth, tap, person, key, close };
}

async function newKey({ firestore }: TestStack): Promise<Headers> {
  const headers = madeUpKey();
  const hash = hashKey(headers['x-device-key'] as string);
  const fields = { monitor: firestore.doc('monitor/line-1'), created: new Date(), createdBy: 'a test' };
  await firestore.doc(`deviceKey/${hash}`).set(fields);
  return headers;
}

export interface Heard {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

// Like the platform's front end: on a connection that ends with the answer, a sender of 33 MB may miss it.
const agent = new Agent({ keepAlive: true });

/**
 * Sends directly to a function's process, as behind the platform's front end. Status 0: the connection ended without an
 * answer.
 */
export function shout(
  stage: HostileStage,
  name: FunctionName,
  sent: { method: string; path: string; headers: Headers; body?: Buffer },
): Promise<Heard> {
  const { method, path, headers, body } = sent;
  const { port } = stage.stack.functions[name]!;
  return new Promise((resolve) => {
    const unanswered = () =>
      // A function ends idle connections after five seconds, which a busy machine may learn only by using one.
      resolve(request.reusedSocket ? shout(stage, name, sent) : { status: 0, headers: {}, body: '' });
    const request = ask({ host: '127.0.0.1', port, method, path, headers, agent }, async (answer) => {
      // Errors while the rest of the body is sent are then ignored.
      request.off('error', unanswered).on('error', () => {});
      const said = await text(answer).catch(() => '');
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: said });
    });
    request.on('error', unanswered);
    request.end(body);
  });
}
