/** The common part of all commands: one at a time, failures told, everything read anew afterwards. */
import { Failure } from '../api.ts';
import { ask, tell } from '../components/ask.ts';
import { mayWrite } from '../permission.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';

/** Commands after which the editor's own view of the project, its branch and its history, is an old one. */
const MOVING = new Set([
  'commit',
  'checkout',
  'return-to-latest',
  'switch-branch',
  'create-branch',
  'reset',
  'pull',
  'push',
  'abort-merge',
]);

function tellEditor(): void {
  if (RED.user.hasPermission('projects.read')) RED.projects.refresh(() => undefined);
}

type Recover = (failure: Failure) => Promise<boolean>;

/**
 * @param recover deals with failures that a person can do something about; true when it did
 * @returns whether it was done
 */
export async function runCommand(
  store: Store,
  name: string,
  work: () => Promise<void>,
  recover: Recover = async () => false,
): Promise<boolean> {
  if (store.busy !== undefined || !mayWrite()) return false;
  store.setBusy(name);
  let failure: unknown;
  try {
    await work();
  } catch (error) {
    failure = error;
  }
  await store.refresh();
  store.setBusy(undefined);
  if (failure === undefined) {
    if (MOVING.has(name)) tellEditor();
    return true;
  }
  if (!(failure instanceof Failure)) throw failure;
  if (!(await recover(failure))) tellFailure(failure);
  return false;
}

export function tellFailure(failure: Failure): void {
  const files = [...failure.conflicted, ...failure.files];
  const named =
    files.length === 0 ? failure.suggestion : `${files.slice(0, 5).join(', ')}. ${failure.suggestion ?? ''}`;
  tell(failureText(failure), 'error', named);
}

/** In the editor's language where the catalogue has the code. */
export function failureText({ code, message }: Failure): string {
  const key = `failure.${code}`;
  const found = text(key);
  return found === '' || found.endsWith(key) ? message : found;
}

/**
 * What the user has not deployed would be gone once other flows are loaded: asked first (Spec 3.2).
 * @returns whether to go on
 */
export async function askUndeployed(): Promise<boolean> {
  if (!RED.nodes.dirty()) return true;
  const answer = await ask({
    title: text('undeployed.title'),
    body: [text('undeployed.body')],
    choices: [{ label: text('undeployed.lose'), value: true }],
  });
  return answer === true;
}
