/** stage, unstage, discard, commit. */
import { request } from '../api.ts';
import { ask, fileList, tell } from '../components/ask.ts';
import { withNewFlows } from '../load-flows.ts';
import type { Store } from '../store.ts';
import { text, textOf } from '../text.ts';
import { askUndeployed } from '../undeployed.ts';
import { runCommand } from './run.ts';

export async function stageFiles(store: Store, files: string[]): Promise<void> {
  await runCommand(store, 'stage', async () => void (await request('add', { files })));
}

export async function stageAll(store: Store): Promise<void> {
  await runCommand(store, 'stage', async () => void (await request('add', { stageAll: true })));
}

export async function unstageFiles(store: Store, files: string[]): Promise<void> {
  await runCommand(store, 'unstage', async () => void (await request('unstage', { files })));
}

export async function unstageAll(store: Store): Promise<void> {
  await runCommand(store, 'unstage', async () => void (await request('unstage', { unstageAll: true })));
}

export async function discardFiles(store: Store, files: string[]): Promise<void> {
  const sure = await ask({
    title: textOf(files.length, 'discard.title'),
    body: [fileList(files), text('discard.body')],
    choices: [{ label: text('discard.go'), value: true, primary: true }],
  });
  const givenUp = sure === true ? await askUndeployed() : undefined;
  if (givenUp === undefined) return;
  await runCommand(store, 'discard', async () => {
    await withNewFlows(givenUp, () => request('discard', { files }));
    tell(textOf(files.length, 'discard.done'));
  });
}

/** @returns whether the commit was made. On a detached HEAD it creates a branch, which the notice names. */
export function commitStaged(store: Store, message: string): Promise<boolean> {
  return runCommand(store, 'commit', async () => {
    const { commit, branch, createdBranch } = await request('commit', { message });
    const values = { hash: commit.slice(0, 7), branch };
    tell(text(createdBranch === null ? 'commit.done' : 'commit.branched', values));
  });
}
