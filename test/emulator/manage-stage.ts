/** A stack that requires credentials, and people with accounts on it. */

import type { FunctionName } from '../../emulators/stack/function.ts';
import { type AuthLease, leaseAuth } from '../support/auth.ts';
import { type Answered, call, furnish } from '../support/factory.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

/** Parts of a request besides its path. */
export interface Ask {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ManageStage {
  stack: TestStack;
  auth: AuthLease;
  /** Sends a request as this person. */
  as(uid: string, path: string, ask?: Ask, claims?: object): Promise<Answered>;
  close(): Promise<void>;
}

export const PEOPLE = ['stranger', 'viewer', 'editor', 'owner', 'admin', 'maker'] as const;

/** Claims by uid. */
const CLAIMS: Readonly<Record<string, object>> = { admin: { admin: true }, maker: { creator: true } };

export async function openManageStage(
  functions: FunctionName[],
  env: Record<string, string> = {},
): Promise<ManageStage> {
  const auth = await leaseAuth();
  const access = { ACCESS: 'required', FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}` };
  const stack = await startTestStack({ functions, env: { ...access, ...env } });
  await furnish(stack);
  for (const uid of PEOPLE) await registerPerson(auth, stack.projectId, uid);
  const as: ManageStage['as'] = (uid, path, { headers, ...ask } = {}, claims = {}) => {
    const token = tokenOf(uid, stack.projectId, { ...CLAIMS[uid], ...claims });
    return call(stack, path, { ...ask, headers: { authorization: `Bearer ${token}`, ...headers } });
  };
  const close = async () => {
    await stack.close();
    await auth.close();
  };
  return { stack, auth, as, close };
}
