/** Archives on their way into a dataset: what was stopped or lost its link is not taken for sent. */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { SightlineError } from '../../client/src/sightline-error.ts';
import { Store } from '../../web/src/data/store.ts';

const kept = new Map<string, string>();
Object.assign(globalThis, {
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  window: new EventTarget(),
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
});
const online = new Store(true);
const imports = {
  made: 0,
  checked: 0,
  make: async () => ({ id: `import-${++imports.made}`, upload: `https://upload.test/${imports.made}` }),
  send: async (_upload: string, _file: File, _options: { signal: AbortSignal }) => {},
  check: async () => {
    imports.checked += 1;
    return { format: 'yolo' };
  },
};
jest.unstable_mockModule('../../web/src/data/online.ts', () => ({ online, useOnline: () => true }));
jest.unstable_mockModule('../../web/src/data/service.ts', () => ({
  service: () => ({ datasets: () => ({ imports }) }),
}));
const { beginImport, dropImport } = await import('../../web/src/data/imports.ts');
const { knownUpload } = await import('../../web/src/data/unfinished-uploads.ts');

const FILE = { name: 'parts.zip', size: 9, lastModified: 1, type: 'application/zip' } as File;

beforeEach(() => {
  kept.clear();
  online.set(true);
  Object.assign(imports, { made: 0, checked: 0 });
});

test('an upload that is stopped while offline can be gone on with: it was not sent', async () => {
  jest.useFakeTimers();
  imports.send = (_upload, _file, { signal }) =>
    new Promise((_, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const begun = beginImport('parts', FILE);
  await jest.advanceTimersByTimeAsync(0);
  online.set(false);
  await jest.advanceTimersByTimeAsync(0);
  dropImport('parts');
  // The next attempt, still without a connection.
  await jest.runAllTimersAsync();
  await begun;
  jest.useRealTimers();
  expect([knownUpload('parts', FILE)?.id, imports.checked]).toEqual(['import-1', 0]);
});

test.each([404, 410])('a link that answers %i is forgotten: the same file gets another', async (status) => {
  imports.send = async (upload) => {
    if (upload.endsWith('/1')) throw new SightlineError('Gone', { kind: 'refused', status });
  };
  await beginImport('parts', FILE);
  expect([imports.made, imports.checked]).toEqual([1, 0]);
  await beginImport('parts', FILE);
  expect([imports.made, imports.checked]).toEqual([2, 1]);
});
