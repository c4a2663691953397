/**
 * firebase-tools' auth emulator without its command line, in a process of its own because the launcher's process runs the
 * other servers.
 * Usage: node auth-process.ts PORT PROJECT
 */
import type { RequestListener, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { HttpError } from '../http/http-error.ts';
import { startLocalServer } from '../http/local-server.ts';
import { FREEZE_PATH } from './auth.ts';
import { waitUntil } from './ports.ts';

type Validate = (value: unknown) => unknown;
type Generators = Record<string, (...schema: unknown[]) => Validate>;

const emulator = createRequire(createRequire(import.meta.url).resolve('firebase-tools/package.json'));

// By default the emulator prepares and compiles a thousand schemas at start, which takes four seconds of CPU, half a second
// if only compiling waits. Here each is prepared at its first use.
const exegesis = createRequire(emulator.resolve('exegesis-express'));
const validators = exegesis('exegesis/lib/oas3/Schema/validators.js') as Generators;
for (const name of ['generateRequestValidator', 'generateResponseValidator']) {
  const generate = validators[name]!;
  validators[name] = (...schema) => {
    let validate: Validate | undefined;
    return (value) => {
      validate ??= generate(...schema);
      return validate(value);
    };
  };
}

type SignUp = (state: Accounts, body: unknown, call: Call) => Promise<{ localId: string }>;
interface Accounts {
  updateUserByLocalId(localId: string, fields: { lastLoginAt: undefined }): unknown;
}
interface Call {
  security?: { Oauth2?: unknown };
}

// The emulator counts an account that an administrator creates as signed in; the service does not.
const { authOperations } = emulator('./lib/emulator/auth/operations.js') as {
  authOperations: { identitytoolkit: { projects: { accounts: { _: SignUp } } } };
};
const { accounts } = authOperations.identitytoolkit.projects;
const signUp = accounts._;
accounts._ = async (state, body, call) => {
  const created = await signUp(state, body, call);
  if (call.security?.Oauth2) state.updateUserByLocalId(created.localId, { lastLoginAt: undefined });
  return created;
};

const { createApp } = emulator('./lib/emulator/auth/server.js') as {
  createApp: (projectId: string) => Promise<RequestListener>;
};

const [port, projectId] = process.argv.slice(2) as [string, string];
const emulate = await createApp(projectId);
let isFrozen = false;
let underWay = 0;

const handle: RequestListener = (request, response) => {
  if (request.method === 'POST' && request.url === FREEZE_PATH) return void freeze(response);
  if (request.method !== 'GET') {
    if (isFrozen) throw new HttpError(503, 'The local stack is stopping');
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
  }
  emulate(request, response);
};

/** Answers once no change of accounts is in progress. */
async function freeze(response: ServerResponse): Promise<void> {
  isFrozen = true;
  await waitUntil(() => underWay === 0, 5_000);
  response.end('{}');
}

await startLocalServer({ name: 'Auth emulator', port: Number(port), handle, keepAlive: 5_000 });
