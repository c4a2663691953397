/** fetch, pull and push. */
import { type Answer, type Failure, request } from '../api.ts';
import { tell } from '../components/ask.ts';
import { askDecision, type Decision } from '../components/ask-decision.ts';
import { askLogin } from '../components/ask-login.ts';
import { withNewFlows } from '../load-flows.ts';
import type { Store } from '../store.ts';
import { text, textOf } from '../text.ts';
import { askUndeployed, type GivenUp } from '../undeployed.ts';
import { failureText, runCommand } from './run.ts';

/** If the remote wants a login, or refuses this one, asks for it and retries. */
const afterLogin =
  (again: () => Promise<unknown>) =>
  async (failure: Failure): Promise<boolean> => {
    const { asking } = failure;
    if (asking === undefined) return false;
    const login = await askLogin(failureText(failure), asking.origin);
    if (login === undefined) return true;
    await request('login', { ...login, ...asking });
    await again();
    return true;
  };

export async function fetchRemote(store: Store): Promise<void> {
  const work = async (): Promise<void> => {
    const { updated } = await request('fetch');
    tell(updated.length === 0 ? text('fetch.nothing') : textOf(updated.length, 'fetch.updated'));
  };
  await runCommand(
    store,
    'fetch',
    work,
    afterLogin(() => fetchRemote(store)),
  );
}

export async function pushBranch(store: Store): Promise<void> {
  const work = async (): Promise<void> => {
    const { branch, remote, remoteBranch, setUpstream } = await request('push');
    tell(text(setUpstream ? 'push.upstream' : 'push.done', { branch, remote: `${remote}/${remoteBranch}` }));
  };
  await runCommand(
    store,
    'push',
    work,
    afterLogin(() => pushBranch(store)),
  );
}

type Done = Omit<Answer<'pull'>, 'fetched'>;

function tellPulled({ result, files }: Done): void {
  tell(result === 'up-to-date' ? text('pull.nothing') : textOf(files.length, `pull.${result}`));
}

/** With conflicts, nothing changes until a person has decided about each node and file. */
const afterDecision =
  (store: Store, givenUp: GivenUp, before: Decision) =>
  async ({ code, conflicted, flowConflicts }: Failure): Promise<boolean> => {
    if (code !== 'git_pull_merge_conflict') return false;
    const decided = await askDecision(conflicted, flowConflicts);
    if (decided === undefined) return true;
    const decision = {
      choices: { ...before.choices, ...decided.choices },
      resolutions: { ...before.resolutions, ...decided.resolutions },
    };
    const work = async (): Promise<void> =>
      tellPulled(await withNewFlows(givenUp, () => request('resolve', decision)));
    await runCommand(store, 'resolve', work, afterDecision(store, givenUp, decision));
    return true;
  };

export async function pullRemote(store: Store): Promise<void> {
  const givenUp = await askUndeployed();
  if (givenUp === undefined) return;
  const work = async (): Promise<void> => tellPulled(await withNewFlows(givenUp, () => request('pull')));
  await runCommand(store, 'pull', work, async (failure) => {
    const isDecided = await afterDecision(store, givenUp, { choices: {}, resolutions: {} })(failure);
    return isDecided || afterLogin(() => pullRemote(store))(failure);
  });
}
