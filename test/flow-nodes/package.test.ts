/**
 * What `npm pack` makes of the nodes, and what is in it.
 * @covers Contract 13 the package: nodes, texts in both languages, icons, examples
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const SOURCE = resolve(import.meta.dirname, '../../flow-nodes');
const TYPES = [
  'sightline-monitor',
  'sightline-session',
  'sightline-upload',
  'sightline-tags',
  'sightline-command',
];
const LANGUAGES = ['en-US', 'de'];
const run = promisify(execFile);

let folder: string;
let files: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-nodes-'));
  for (const name of ['package.json', 'README.md', 'LICENSE', 'examples'])
    await cp(join(SOURCE, name), join(folder, name), { recursive: true });
  await run(process.execPath, [join(SOURCE, 'build.ts'), join(folder, 'dist')]);
  const { stdout } = await run('npm', ['pack', '--json', '--dry-run', '--ignore-scripts'], { cwd: folder });
  files = (JSON.parse(stdout) as [{ files: { path: string }[] }])[0].files.map(({ path }) => path);
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');

test('the package has the nodes, their texts, icons and examples, and no source', async () => {
  const expected = [
    ...[
      'LICENSE',
      'README.md',
      'package.json',
      'dist/package.json',
      'dist/sightline.js',
      'dist/sightline.html',
    ],
    ...LANGUAGES.flatMap((each) => ['html', 'json'].map((kind) => `dist/locales/${each}/sightline.${kind}`)),
    ...['command', 'session', 'tags', 'upload'].map((each) => `dist/icons/sightline-${each}.svg`),
    ...(await readdir(join(SOURCE, 'examples'))).map((each) => `examples/${each}`),
  ];
  expect(files.toSorted()).toEqual(expected.toSorted());
});

test('every node has a dialog, and a help text in each language', async () => {
  const dialogs = await read('dist/sightline.html');
  for (const type of TYPES) {
    expect(dialogs).toContain(`data-template-name="${type}"`);
    for (const each of LANGUAGES)
      expect(await read(`dist/locales/${each}/sightline.html`)).toContain(`data-help-name="${type}"`);
  }
});

test('the catalogues have the same keys, among them every one that a dialog names', async () => {
  const [english = [], german] = await Promise.all(
    LANGUAGES.map(async (each) => keysOf(JSON.parse(await read(`dist/locales/${each}/sightline.json`)))),
  );
  expect(german).toEqual(english);
  const named = [...(await read('dist/sightline.html')).matchAll(/data-i18n="(?:\[\w+\])?([^"]+)"/g)];
  expect(english).toEqual(expect.arrayContaining(named.map(([, key]) => key as string)));
});

function keysOf(value: object, path = ''): string[] {
  return Object.entries(value)
    .flatMap(([key, each]) => (typeof each === 'object' ? keysOf(each, `${path}${key}.`) : `${path}${key}`))
    .toSorted();
}

test('examples use nodes that are there, wired to nodes of the example, and have no key', async () => {
  for (const name of await readdir(join(SOURCE, 'examples'))) {
    const nodes = JSON.parse(await readFile(join(SOURCE, 'examples', name), 'utf8')) as {
      id: string;
      type: string;
      monitor?: string;
      wires?: string[][];
    }[];
    const ids = nodes.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const { wires = [] } of nodes) expect(ids).toEqual(expect.arrayContaining(wires.flat()));
    const users = nodes.filter(({ type }) => /^sightline-(session|upload|tags|command)$/.test(type));
    expect(users.length).toBeGreaterThan(1);
    for (const { monitor } of users) expect(ids).toContain(monitor);
    expect(JSON.stringify(nodes)).not.toMatch(/"(credentials|key)":/);
  }
});
