/** Sends the examples' requests to a local stack with the sample data and required credentials. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { emailOf, PASSWORD } from '../../emulators/sample/names.ts';
import { freePort, PORTS, type StackPorts } from '../../emulators/stack/ports.ts';
import { startStack } from '../../emulators/stack/stack.ts';
import { type Asking, askingOf } from './asking.ts';
import type { Recorded } from './examples.ts';
import { STORY } from './story.ts';

const SAMPLE = resolve(import.meta.dirname, '../../emulator-data');

/** Longest text in an example, in characters; images are cut off. */
const LONGEST = 120;

export interface Told {
  asking: Asking;
  status: number;
  headers: Headers;
  text: string;
}

/** @param listen called with each answer, in order */
export async function askAll(listen: (told: Told) => void): Promise<void> {
  const state = await mkdtemp(join(tmpdir(), 'sightline-examples-'));
  const ports = Object.fromEntries(
    await Promise.all(Object.keys(PORTS).map(async (name) => [name, await freePort()])),
  ) as StackPorts;
  const stack = await startStack({
    ports,
    state,
    importFrom: SAMPLE,
    access: 'required',
    // One person asks for more exports, evaluations and runs than a minute allows.
    env: { RATE_EXPORT: 'off' },
    onLog: () => {},
  });
  try {
    const tokens = new Map<string, string>();
    for (const [operation, said] of STORY) {
      const asking = askingOf(operation, said);
      const { user } = asking;
      if (user !== undefined && !tokens.has(user)) tokens.set(user, await signIn(ports.auth, user));
      const send = () => ask(stack.baseUrl, asking, user === undefined ? user : tokens.get(user));
      let told = await send();
      // Its job takes longer on a slow machine.
      while (told.status === 202) told = await send();
      listen(told);
    }
  } finally {
    await stack.close();
    await rm(state, { recursive: true, force: true });
  }
}

async function signIn(port: number, uid: string): Promise<string> {
  const accounts = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any';
  const response = await fetch(`http://127.0.0.1:${port}/${accounts}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(uid), password: PASSWORD, returnSecureToken: true }),
  });
  return ((await response.json()) as { idToken: string }).idToken;
}

async function ask(base: string, asking: Asking, token: string | undefined): Promise<Told> {
  const { method, path, json, bytesOf } = asking;
  const bytes = bytesOf && (await readFile(join(SAMPLE, 'storage_export/blobs', bytesOf)));
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(bytes && { 'content-type': 'image/jpeg' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(bytes && { body: new Uint8Array(bytes) }),
  });
  return { asking, status: response.status, headers: response.headers, text: await response.text() };
}

/** The answer as an example, with long texts cut off. */
export function toExample({ asking, status, text }: Told): Recorded {
  const body: unknown = JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value,
  );
  const { operation, name, summary } = asking;
  return { operation, name, summary, status, body };
}
