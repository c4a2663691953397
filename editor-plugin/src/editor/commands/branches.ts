/** Branches: create, rename, delete, and set the upstream. */
import { type Failure, request } from '../api.ts';
import { ask, tell } from '../components/ask.ts';
import { element } from '../components/element.ts';
import { withNewFlows } from '../load-flows.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';
import { failureText, runCommand } from './run.ts';

/** @returns the error sentence, or undefined. The caller shows it. */
async function run(store: Store, name: string, work: () => Promise<void>): Promise<string | undefined> {
  let refused: string | undefined = '';
  const note = async (failure: Failure): Promise<boolean> => {
    refused = failureText(failure);
    return true;
  };
  return (await runCommand(store, name, work, note)) ? undefined : refused;
}

/**
 * Creates a branch at HEAD and switches to it. No file changes, so undeployed work is at risk only if the flows were changed
 * elsewhere before.
 */
export const createBranch = (store: Store, branch: string): Promise<string | undefined> =>
  run(store, 'create-branch', async () => {
    await request('create-branch', { branch });
    await withNewFlows('nothing', () => request('switch-branch', { branch }));
    tell(text('branch.created', { branch }));
  });

export const renameBranch = (store: Store, branch: string, newName: string): Promise<string | undefined> =>
  run(store, 'rename-branch', async () => {
    await request('rename-branch', { branch, newName });
    tell(text('branch.renamed', { branch, newName }));
  });

export async function deleteBranch(store: Store, branch: string): Promise<void> {
  const sure = await ask({
    title: text('branch.deleteTitle', { branch }),
    body: [text('branch.deleteBody')],
    choices: [{ label: text('branch.delete'), value: true, primary: true }],
  });
  if (sure !== true) return;
  await runCommand(store, 'delete-branch', async () => {
    await request('delete-branch', { branch });
    tell(text('branch.deleted', { branch }));
  });
}

export async function setUpstream(store: Store, branch: string): Promise<void> {
  const select = element('select', { 'data-name': 'upstream', 'aria-label': text('branch.upstream') }, [
    element('option', { value: '', text: text('branch.noUpstream') }),
    ...remoteBranches(store).map((name) => element('option', { value: name, text: name })),
  ]);
  select.value = currentUpstream(store, branch);
  const answer = await ask({
    title: text('branch.upstreamTitle', { branch }),
    body: [text('branch.upstreamBody'), select],
    choices: [{ label: text('branch.upstreamGo'), value: true, primary: true }],
  });
  if (answer !== true) return;
  const upstream = select.value === '' ? null : select.value;
  await runCommand(store, 'set-upstream', async () => {
    await request('set-upstream', { branch, upstream });
    tell(
      upstream === null
        ? text('branch.followsNone', { branch })
        : text('branch.follows', { branch, upstream }),
    );
  });
}

function currentUpstream(store: Store, branch: string): string {
  const { tracking, gone } = store.project?.branches.branches[branch] ?? {};
  return gone === true ? '' : (tracking ?? '');
}

/** Remote-only branches come from the list; the others from the upstreams of local branches. */
function remoteBranches(store: Store): string[] {
  const branches = Object.entries(store.project?.branches.branches ?? {});
  const names = branches.map(([name, { remote, tracking, gone }]) =>
    remote ? name : gone === true ? null : tracking,
  );
  return [...new Set(names.filter((name) => name !== null))].sort();
}
