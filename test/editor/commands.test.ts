/**
 * Commands of the sidebar while something else happens to the workspace or to the runtime.
 * @covers Spec 3.2 the sidebar: undeployed changes are never replaced without a question, whenever they are made
 * @covers The sidebar: failed requests, and flows that were not loaded, are told; a message begun during a commit stays
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createBranch } from '../../editor-plugin/src/editor/commands/branches.ts';
import { discardFiles } from '../../editor-plugin/src/editor/commands/files.ts';
import {
  returnToLatest,
  revertCommit,
  switchBranch,
  switchToCommit,
} from '../../editor-plugin/src/editor/commands/position.ts';
import { fetchRemote, pullRemote } from '../../editor-plugin/src/editor/commands/remote.ts';
import { type Project, Store } from '../../editor-plugin/src/editor/store.ts';
import { makeCommitBox } from '../../editor-plugin/src/editor/views/commit-box.ts';
import { FakeEditor, until } from './fake-editor.ts';

const LOSE = 'undeployed.lose';
const CANCEL = 'ask.cancel';
const PULLED = { result: 'merge', files: ['flows.json'], flowsRevision: 'second' };

let editor: FakeEditor;
let store: Store;

beforeEach(() => {
  editor = new FakeEditor();
  editor.install();
  store = new Store();
});

const run: [string, string, () => Promise<unknown>][] = [
  ['pull', 'pull', () => pullRemote(store)],
  ['switch of the branch', 'switch-branch', () => switchBranch(store, 'main')],
  ['return to latest', 'return-to-latest', () => returnToLatest(store)],
  [
    'revert',
    'revert',
    async () => {
      const done = revertCommit(store, 'abcdef0');
      await editor.choose('revert.go');
      return done;
    },
  ],
];

describe.each(run)('What a person changes during a %s', (_, operation, command) => {
  test('stays if they want, and the editor lets them review it when they deploy', async () => {
    const done = command();
    await editor.answer(operation, PULLED, () => editor.edit('made meanwhile'));
    expect((await editor.question()).textContent).toContain('undeployed.meanwhile');
    await editor.choose(CANCEL);
    await done;
    expect(editor).toMatchObject({
      workspace: ['as deployed', 'made meanwhile'],
      version: 'first',
      isDirty: true,
    });
  });

  test('is replaced once they said so', async () => {
    const done = command();
    await editor.answer(operation, PULLED, () => editor.edit('made meanwhile'));
    await editor.choose(LOSE);
    await done;
    expect(editor).toMatchObject({ workspace: ['of the runtime'], version: 'second', isDirty: false });
  });
});

test('Whoever gave up their changes before a pull is asked again only about later ones', async () => {
  editor.edit('given up');
  const first = pullRemote(store);
  await editor.choose(LOSE);
  await editor.answer('pull', PULLED);
  await first;
  expect(editor.workspace).toEqual(['of the runtime']);
  editor.running = { ...editor.running, rev: 'third' };
  editor.edit('given up too');
  const second = pullRemote(store);
  await editor.choose(LOSE);
  await editor.answer('pull', { ...PULLED, flowsRevision: 'third' }, () => editor.edit('later'));
  await editor.choose(CANCEL);
  await second;
  expect(editor.workspace).toEqual(['of the runtime', 'given up too', 'later']);
});

test('What a person changes before a conflict is decided is not replaced either', async () => {
  const done = pullRemote(store);
  const conflict = { code: 'git_pull_merge_conflict', conflicted: ['README.md'] };
  await editor.answer('pull', conflict, () => editor.edit('made meanwhile'));
  await editor.choose('conflict.go');
  await editor.answer('resolve', PULLED);
  await editor.choose(CANCEL);
  await done;
  expect(editor.workspace).toEqual(['as deployed', 'made meanwhile']);
  expect(editor.version).toBe('first');
});

test('What a person changes while the other flows are on their way is asked about, too', async () => {
  const done = pullRemote(store);
  await editor.answer('pull', PULLED, () => editor.edit('one'));
  editor.onFlows = () => editor.edit('two');
  await editor.choose(LOSE);
  await editor.choose(CANCEL);
  await done;
  expect(editor.workspace).toEqual(['as deployed', 'one', 'two']);
});

test('What a person deploys during a pull is what the editor knows of afterwards', async () => {
  const done = pullRemote(store);
  await editor.answer('pull', { code: 'git_connection_failed' }, () => {
    editor.version = 'deployed meanwhile';
  });
  await done;
  expect(editor.version).toBe('deployed meanwhile');
});

describe('A new branch', () => {
  async function create(flowsRevision: string): Promise<void> {
    editor.edit('mine');
    void createBranch(store, 'shift-2');
    await editor.answer('create-branch', { branch: 'shift-2' });
    await editor.answer('switch-branch', { branch: 'shift-2', flowsRevision });
  }
  const isDone = (): Promise<void> => until(() => editor.notices.includes('branch.created'));

  test('is made without a question where the workspace has the flows that are running', async () => {
    await create('first');
    await isDone();
    expect(editor).toMatchObject({ workspace: ['as deployed', 'mine'], version: 'first', isAsking: false });
  });

  test('does not replace undeployed changes by flows that another window has deployed', async () => {
    await create('second');
    await editor.choose(CANCEL);
    await isDone();
    expect(editor).toMatchObject({ workspace: ['as deployed', 'mine'], version: 'first', isDirty: true });
  });
});

const withoutFlows: [string, string, () => Promise<unknown>][] = [
  ...run,
  [
    'discard',
    'discard',
    async () => {
      const done = discardFiles(store, ['flows.json']);
      await editor.choose('discard.go');
      return done;
    },
  ],
  [
    'new branch',
    'switch-branch',
    async () => {
      const done = createBranch(store, 'shift-2');
      await editor.answer('create-branch', {});
      return done;
    },
  ],
];

test.each(withoutFlows)(
  'A %s whose flows the runtime did not load says so',
  async (_, operation, command) => {
    const done = command();
    await editor.answer(operation, { files: [], reloadError: 'The flows were not reloaded' });
    await done;
    expect(editor.notices).toContain('flows.notLoaded');
    expect(editor).toMatchObject({ workspace: ['as deployed'], version: 'first' });
  },
);

describe('A click whose request fails says so', () => {
  const EXPIRED = { code: 'http_401', error: 'Unauthorized' };

  test('when a switch to a commit asks what is in the way', async () => {
    const done = switchToCommit(store, 'abcdef0');
    await editor.answer('validate-checkout', EXPIRED);
    await done;
    expect(editor.notices).toEqual(['Unauthorized']);
  });

  test('when a login is sent, and nothing is tried again', async () => {
    const done = fetchRemote(store);
    const asking = { remote: 'origin', origin: 'https://git.test' };
    await editor.answer('fetch', { code: 'git_auth_failed', asking });
    await editor.choose('login.go');
    await editor.answer('login', EXPIRED);
    await done;
    expect(editor.notices).toEqual(['Unauthorized']);
    expect(editor.isAsking).toBe(false);
  });
});

test('A message that is begun while a commit is made stays, and one that was committed does not', async () => {
  const box = makeCommitBox(store);
  const [message, make] = box.root.children as unknown as [HTMLTextAreaElement, HTMLButtonElement];
  const commit = async (value: string, meanwhile: string): Promise<void> => {
    store.project = { info: {}, status: { staged: ['flows.json'], files: [{}] } } as unknown as Project;
    message.value = value;
    box.update();
    make.click();
    const made = { commit: 'abcdef0', branch: 'main', createdBranch: null };
    await editor.answer('commit', made, () => {
      message.value = meanwhile;
    });
    await until(() => store.project?.status.staged.length === 0 && store.busy === undefined);
  };
  await commit('First', 'Seco');
  expect(message.value).toBe('Seco');
  await commit('Second', 'Second');
  expect(message.value).toBe('');
});
