/** @covers The sidebar: changes are noticed, also after a restart of the editor */
import { basename, dirname } from 'node:path';
import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { payAttention } from '../../editor-plugin/src/editor/attention.ts';
import { Store } from '../../editor-plugin/src/editor/store.ts';
import type { Red } from '../../editor-plugin/src/runtime/red.ts';
import { serveWatch } from '../../editor-plugin/src/runtime/serve-watch.ts';
import { newRepository, removeFolders } from '../git/native.ts';
import { FakeEditor, until } from './fake-editor.ts';

afterEach(() => {
  jest.useRealTimers();
});
afterAll(removeFolders);

test('The sidebar reads everything again once its watch was interrupted, as by a restart, and only then', async () => {
  const editor = new FakeEditor();
  editor.install();
  const store = new Store();
  payAttention(editor.element(), store);
  await editor.answer('watch', { id: 'first' });
  await until(() => store.readings === 1);
  editor.tick();
  await editor.answer('watch', { id: 'first' });
  editor.tick();
  await editor.answer('watch', { code: 'offline' });
  editor.tick();
  expect(store.readings).toBe(1);
  await editor.answer('watch', { id: 'second' });
  await until(() => store.readings === 2);
});

test('A watch keeps its id while it is renewed, and has another one after it ended', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  const folder = newRepository();
  const serve = serveWatch({
    version: '5.0.0',
    settings: {
      editorTheme: { projects: { enabled: true, path: dirname(folder) } },
      get: () => ({ activeProject: basename(folder) }),
    },
    comms: { publish: () => undefined },
  } as unknown as Red);
  const watch = async () =>
    (await serve({ method: 'POST', headers: {}, params: {} })) as { seconds: number; id: string };
  const { seconds, id } = await watch();
  expect((await watch()).id).toBe(id);
  jest.advanceTimersByTime(seconds * 1_000);
  expect((await watch()).id).not.toBe(id);
  jest.advanceTimersByTime(seconds * 1_000);
});
