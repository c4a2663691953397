/**
 * The layers of docs/decisions.md, enforced by the linter: a small tree with one file for each violation.
 * @covers Layers, and no circle of imports, types included
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const SRC = 'functions/src';

const imports = (path: string): string => `import { it } from '${path}';\nexport const mine = it;\n`;
const lines = (count: number): string => '  one();\n'.repeat(count);
const one = 'declare const one: () => void;\n';

const FILES: Readonly<Record<string, string>> = {
  [`${SRC}/common/adapters/there.ts`]: 'export const it = 1;\n',
  [`${SRC}/image/there.ts`]: 'export const it = 1;\n',
  [`${SRC}/image/routes.ts`]: imports('../common/adapters/there.ts'),
  [`${SRC}/image/room/routes.ts`]: imports('./there.ts'),
  [`${SRC}/image/room/there.ts`]: 'export const it = 1;\n',
  [`${SRC}/image/operation.ts`]: `export const it = () => import('../common/adapters/there.ts');\n`,
  [`${SRC}/common/hooks/noun.ts`]: imports('../adapters/there.ts'),
  [`${SRC}/sweep/adapters/own.ts`]: imports('../../common/adapters/there.ts'),
  [`${SRC}/index.ts`]: `export const it = () => import('./image/routes.ts');\n`,

  [`${SRC}/dataset/other-function.ts`]: imports('../image/there.ts'),
  [`${SRC}/dataset/other-routes.ts`]: imports('./routes.ts'),
  [`${SRC}/dataset/routes.ts`]: imports('../image/there.ts'),
  [`${SRC}/common/function.ts`]: `import type { it } from '../image/there.ts';\nexport type It = typeof it;\n`,
  [`${SRC}/common/adapters/function.ts`]: imports('../../image/there.ts'),
  [`${SRC}/common/http/store.ts`]: imports('../adapters/there.ts'),
  [`${SRC}/common/concurrency/lazy-store.ts`]: `export const it = () => import('../adapters/there.ts');\n`,
  [`${SRC}/common/errors.ts`]: imports('./adapters/there.ts'),
  'packages/git/src/function.ts': imports('../../../functions/src/image/there.ts'),
  'packages/evaluate/src/function.ts': imports('../../../functions/src/image/there.ts'),
  'packages/evaluate/src/file.ts': `import { readFileSync } from 'node:fs';\nexport const mine = readFileSync;\n`,
  'packages/look/src/file.ts': `import { readFileSync } from 'node:fs';\nexport const mine = readFileSync;\n`,
  [`${SRC}/common/egg.ts`]: imports('./hen.ts').replace('mine', 'it2'),
  [`${SRC}/common/hen.ts`]: `import { it2 } from './egg.ts';\nexport const it = () => it2;\n`,
  [`${SRC}/common/form.ts`]: `import type { Inner } from './inner.ts';\nexport type Form = Inner[];\n`,
  [`${SRC}/common/inner.ts`]: `import type { Form } from './form.ts';\nexport type Inner = Form | 1;\n`,
  [`${SRC}/common/lazy.ts`]: `export const it = () => import('./lazier.ts');\n`,
  [`${SRC}/common/lazier.ts`]: `import { it } from './lazy.ts';\nexport const mine = it;\n`,
  [`${SRC}/common/long-file.ts`]: `${one}${'one();\n'.repeat(250)}`,
  [`${SRC}/common/long-function.ts`]: `${one}export function long() {\n${lines(41)}}\n`,
  'web/src/long-enough.tsx': `${one}export function long() {\n${lines(38)}}\n`,
};

interface Report {
  diagnostics: { category: string; location: { path: string } }[];
}

let folder: string;
/** Names of the rules that a file violates. */
const found = new Map<string, string[]>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
  cpSync(join(REPOSITORY, 'biome.json'), join(folder, 'biome.json'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const biome = join(REPOSITORY, 'node_modules/@biomejs/biome/bin/biome');
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=100'];
  const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: folder, encoding: 'utf8' });
  for (const { category, location } of (JSON.parse(stdout) as Report).diagnostics) {
    found.set(location.path, [...rulesOf(location.path), category.split('/').at(-1) ?? '']);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rulesOf = (path: string): string[] => found.get(path) ?? [];

describe('design: index -> routes -> operation -> stores -> ground', () => {
  test.each([
    ["an operation stays out of another function's folder", `${SRC}/dataset/other-function.ts`],
    ['and so do its routes', `${SRC}/dataset/routes.ts`],
    ['only index.ts knows routes', `${SRC}/dataset/other-routes.ts`],
    ['common imports no function, not even a type', `${SRC}/common/function.ts`],
    ['nor do its stores', `${SRC}/common/adapters/function.ts`],
    ['what speaks HTTP knows no store', `${SRC}/common/http/store.ts`],
    ['nor does what limits and retries, not even lazily', `${SRC}/common/concurrency/lazy-store.ts`],
    ['nor do errors', `${SRC}/common/errors.ts`],
    ['the git library knows nothing of the functions', 'packages/git/src/function.ts'],
    ['nor does the evaluation', 'packages/evaluate/src/function.ts'],
    ['which reads no files either', 'packages/evaluate/src/file.ts'],
    ['nor do the descriptors', 'packages/look/src/file.ts'],
  ])('%s', (_, path) => expect(rulesOf(path)).toEqual(['noRestrictedImports']));

  test.each(['egg', 'form', 'lazier'])(
    'import cycles are rejected, also of types and lazy imports: %s',
    (name) => {
      expect(rulesOf(`${SRC}/common/${name}.ts`)).toEqual(['noImportCycles']);
    },
  );

  test('the allowed imports pass', () => {
    const open = [
      ...['index.ts', 'image/routes.ts', 'image/room/routes.ts', 'image/operation.ts'],
      ...['common/hooks/noun.ts', 'sweep/adapters/own.ts'],
    ];
    expect(open.flatMap((path) => rulesOf(`${SRC}/${path}`))).toEqual([]);
  });
});

test('files have at most 250 lines, functions 40', () => {
  expect(rulesOf(`${SRC}/common/long-file.ts`)).toEqual(['noExcessiveLinesPerFile']);
  expect(rulesOf(`${SRC}/common/long-function.ts`)).toEqual(['noExcessiveLinesPerFunction']);
  expect(rulesOf('web/src/long-enough.tsx')).toEqual([]);
});

test('a folder has at most 20 files, so that a room can be seen at once', () => {
  const files = spawnSync('git', ['ls-files', SRC, 'web/src'], { cwd: REPOSITORY, encoding: 'utf8' }).stdout;
  const folders = Map.groupBy(files.trim().split('\n'), dirname);
  expect(folders.size).toBeGreaterThan(50);
  expect([...folders].filter(([, inside]) => inside.length > 20)).toEqual([]);
});
