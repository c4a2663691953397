/**
 * Archives on their way into a dataset: what was stopped or lost its link is not taken for sent.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { SightlineError } from '../../client/src/sightline-error.ts';
import { Store } from '../../web/src/data/live/store.ts';

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
jest.unstable_mockModule('../../web/src/data/live/online.ts', () => ({ online, useOnline: () => true }));
jest.unstable_mockModule('../../web/src/data/service.ts', () => ({
  service: () => ({ datasets: () => ({ imports }) }),
}));
const { beginImport, dropImport, isImporting } = await import('../../web/src/data/versions/imports.ts');
const { knownUpload } = await import('../../web/src/data/unfinished-uploads.ts');

const { sortDroppedFiles } = await import('../../web/src/data/dropped-files.ts');

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

test('an import is running until it is stopped, or waits for a decision: nothing else may take its place', async () => {
  imports.send = (_upload, _file, { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const begun = beginImport('parts', FILE);
  expect([isImporting('parts'), isImporting('others')]).toEqual([true, false]);
  await new Promise(setImmediate);
  dropImport('parts');
  await begun;
  expect(isImporting('parts')).toBe(false);
  imports.send = async () => {};
  await beginImport('parts', FILE);
  expect([imports.checked, isImporting('parts')]).toEqual([1, false]);
});

test.each([
  ['pictures are uploaded', ['a.jpg', 'b.png'], { uploads: ['a.jpg', 'b.png'], archive: null, skipped: [] }],
  ['an archive is imported', ['a.zip'], { uploads: [], archive: 'a.zip', skipped: [] }],
  [
    'pictures beside an archive are uploaded',
    ['a.jpg', 'a.ZIP', 'scan'],
    { uploads: ['a.jpg', 'scan'], archive: 'a.ZIP', skipped: [] },
  ],
  [
    'a second archive and other files beside one are left',
    ['a.zip', 'b.zip', 'notes.txt', 'a.jpg'],
    { uploads: ['a.jpg'], archive: 'a.zip', skipped: ['b.zip', 'notes.txt'] },
  ],
  [
    'what no picture is, the upload names',
    ['notes.txt'],
    { uploads: ['notes.txt'], archive: null, skipped: [] },
  ],
])('of what was dropped, %s', (_, names, sorted) => {
  const TYPES: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', txt: 'text/plain' };
  const files = names.map((name) => ({ name, type: TYPES[name.split('.')[1] ?? ''] ?? '' }) as File);
  const { uploads, archive, skipped } = sortDroppedFiles(files);
  const nameOf = ({ name }: File) => name;
  expect({
    uploads: uploads.map(nameOf),
    archive: archive?.name ?? null,
    skipped: skipped.map(nameOf),
  }).toEqual(sorted);
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
