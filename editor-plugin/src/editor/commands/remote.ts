/** fetch, pull and push. */
import { type Failure, request } from '../api.ts';
import { tell } from '../components/ask.ts';
import { askLogin } from '../components/ask-login.ts';
import { askResolutions } from '../components/ask-resolutions.ts';
import { withNewFlows } from '../load-flows.ts';
import type { Store } from '../store.ts';
import { text, textOf } from '../text.ts';
import { askUndeployed, runCommand } from './run.ts';

/** Asks who the person is where the remote wants to know, and tries once more. */
const afterLogin =
  (again: () => Promise<unknown>) =>
  async ({ code, message }: Failure): Promise<boolean> => {
    if (code !== 'git_auth_failed') return false;
    const login = await askLogin(message);
    if (login === undefined) return true;
    await request('login', login);
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

type Resolutions = Record<string, 'ours' | 'theirs'>;

/** @param resolutions for files in conflict, whose version stays */
export async function pullRemote(store: Store, resolutions: Resolutions = {}): Promise<void> {
  if (!(await askUndeployed())) return;
  const work = async (): Promise<void> => {
    const { result, files, reloadError } = await withNewFlows(() => request('pull', { resolutions }));
    tell(result === 'up-to-date' ? text('pull.nothing') : textOf(files.length, `pull.${result}`));
    if (reloadError !== undefined) tell(reloadError, 'warning');
  };
  await runCommand(store, 'pull', work, async (failure) => {
    if (failure.code !== 'git_pull_merge_conflict') return afterLogin(() => pullRemote(store))(failure);
    const chosen = await askResolutions(failure.conflicted);
    if (chosen !== undefined) await pullRemote(store, { ...resolutions, ...chosen });
    return true;
  });
}
