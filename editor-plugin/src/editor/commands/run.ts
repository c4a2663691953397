/** Runs commands: one at a time, with errors shown and everything read again afterwards. */
import { Failure } from '../api.ts';
import { tell } from '../components/ask.ts';
import { mayWrite } from '../permission.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';

/** Commands after which the editor's own view of the project's branch and history is outdated. */
const MOVING = new Set([
  'commit',
  'checkout',
  'return-to-latest',
  'switch-branch',
  'create-branch',
  'reset',
  'pull',
  'push',
  'resolve',
  'revert',
  'rename-branch',
  'delete-branch',
  'set-upstream',
  'abort-merge',
]);

function tellEditor(): void {
  if (RED.user.hasPermission('projects.read')) RED.projects.refresh(() => undefined);
}

type Recover = (failure: Failure) => Promise<boolean>;

/**
 * @param recover handles errors that a person can resolve; returns true if it did
 * @returns whether the command succeeded
 */
export async function runCommand(
  store: Store,
  name: string,
  work: () => Promise<unknown>,
  recover: Recover = async () => false,
): Promise<boolean> {
  // A command reports success before its effects are read. Whoever acts on the notice at once waits and is not refused.
  await store.settling;
  if (!mayWrite()) return false;
  const failure =
    store.busy === undefined ? await attempt(store, name, work) : new Failure(0, { code: 'busy' });
  if (failure === undefined) {
    if (MOVING.has(name)) tellEditor();
    return true;
  }
  if (!(failure instanceof Failure)) throw failure;
  if ((await orTell(() => recover(failure))) === false) tellFailure(failure);
  return false;
}

/** For requests outside of a command: a failure is shown. @returns undefined after one */
export async function orTell<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    tellFailure(error);
    return undefined;
  }
}

/** @returns what the work threw */
async function attempt(store: Store, name: string, work: () => Promise<unknown>): Promise<unknown> {
  store.setBusy(name);
  let failure: unknown;
  try {
    await work();
  } catch (error) {
    failure = error;
  }
  store.settling = store.refresh().then(() => store.setBusy(undefined));
  await store.settling;
  return failure;
}

export function tellFailure(failure: Failure): void {
  const files = [...failure.conflicted, ...failure.files];
  const advice = adviceText(failure);
  const named = files.length === 0 ? advice : `${files.slice(0, 5).join(', ')}. ${advice ?? ''}`;
  tell(failureText(failure), 'error', named);
}

/** In the editor's language if the catalogue has the code. */
export const failureText = ({ code, message }: Failure): string => textIn('failure', code) ?? message;

/** What to do about it, in the editor's language if the catalogue has the code. */
export const adviceText = ({ code, suggestion }: Failure): string | undefined =>
  textIn('advice', code) ?? suggestion;

function textIn(part: 'failure' | 'advice', code: string): string | undefined {
  const key = `${part}.${code}`;
  const found = text(key);
  return found === '' || found.endsWith(key) ? undefined : found;
}
