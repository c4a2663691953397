/** Commands that move HEAD: branches, old commits and back, reset, merge abort. */
import { request } from '../api.ts';
import { ask, tell } from '../components/ask.ts';
import { element } from '../components/element.ts';
import { withNewFlows } from '../load-flows.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';
import { askUndeployed } from '../undeployed.ts';
import { orTell, runCommand } from './run.ts';

/** Checks out an old commit (Spec 3.2). Shows first what blocks the checkout and how to resolve it. */
export async function switchToCommit(store: Store, hash: string): Promise<void> {
  const check = await orTell(() => request('validate-checkout', { targetRef: hash }));
  if (check === undefined) return;
  const short = hash.slice(0, 7);
  if (!check.canCheckout) {
    const { uncommittedCount, unpushedCount } = check;
    const why = check.blockers.map((each) => text(`checkout.${each}`, { uncommittedCount, unpushedCount }));
    return tell(text('checkout.blocked', { hash: short }), 'warning', why.join(' '));
  }
  const givenUp = await askUndeployed();
  if (givenUp === undefined) return;
  const sure = await ask({
    title: text('checkout.title', { hash: short }),
    body: [text('checkout.body')],
    choices: [{ label: text('checkout.go'), value: true, primary: true }],
  });
  if (sure !== true) return;
  await runCommand(store, 'checkout', () =>
    withNewFlows(givenUp, () => request('checkout', { commitRef: hash })),
  );
}

export async function returnToLatest(store: Store): Promise<void> {
  const givenUp = await askUndeployed();
  if (givenUp === undefined) return;
  await runCommand(store, 'return-to-latest', async () => {
    const { branch } = await withNewFlows(givenUp, () => request('return-to-latest'));
    tell(text('branch.now', { branch }));
  });
}

export async function switchBranch(store: Store, name: string): Promise<void> {
  const givenUp = await askUndeployed();
  if (givenUp === undefined) return;
  await runCommand(store, 'switch-branch', async () => {
    const { branch } = await withNewFlows(givenUp, () => request('switch-branch', { branch: name }));
    tell(text('branch.now', { branch }));
  });
}

export async function resetBranch(store: Store, hash: string): Promise<void> {
  const resetMode = await ask<'mixed' | 'hard'>({
    title: text('reset.title', {
      hash: hash.slice(0, 7),
      branch: store.project?.info.currentBranch ?? 'HEAD',
    }),
    body: [element('p', { text: text('reset.body') }), element('p', { text: text('reset.modes') })],
    choices: [
      { label: text('reset.mixed'), value: 'mixed' },
      { label: text('reset.hard'), value: 'hard' },
    ],
  });
  const givenUp = resetMode === 'hard' ? await askUndeployed() : 'nothing';
  if (resetMode === undefined || givenUp === undefined) return;
  const work = () => request('reset', { commitRef: hash, resetMode });
  // A mixed reset changes no files, and therefore no flows.
  const run = () => (resetMode === 'hard' ? withNewFlows(givenUp, work) : work());
  await runCommand(store, 'reset', run);
}

/** A new commit that undoes an old one. */
export async function revertCommit(store: Store, hash: string): Promise<void> {
  const sure = await ask({
    title: text('revert.title', { hash: hash.slice(0, 7) }),
    body: [text('revert.body')],
    choices: [{ label: text('revert.go'), value: true, primary: true }],
  });
  const givenUp = sure === true ? await askUndeployed() : undefined;
  if (givenUp === undefined) return;
  await runCommand(store, 'revert', async () => {
    await withNewFlows(givenUp, () => request('revert', { commitRef: hash }));
    tell(text('revert.done', { hash: hash.slice(0, 7) }));
  });
}

export async function abortMerge(store: Store): Promise<void> {
  const sure = await ask({
    title: text('merge.abortTitle'),
    body: [text('merge.abortBody')],
    choices: [{ label: text('merge.abort'), value: true, primary: true }],
  });
  const givenUp = sure === true ? await askUndeployed() : undefined;
  if (givenUp === undefined) return;
  await runCommand(store, 'abort-merge', () => withNewFlows(givenUp, () => request('abort-merge')));
}
