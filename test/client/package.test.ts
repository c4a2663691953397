/**
 * The result of `npm pack` in `client/`, in a project without other packages.
 * @covers The client: its package, in a project without others
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { compileClient } from '../../client/build.ts';
import { writeClients } from '../../client/generate/clients.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'client');
const run = promisify(execFile);

let folder: string;
let files: string[];
/** An empty project into which the package was unpacked, far from any other `node_modules`. */
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-client-'));
  for (const name of ['package.json', 'README.md', 'LICENSE', 'src'])
    await cp(join(SOURCE, name), join(folder, name), { recursive: true });
  await compileClient(join(folder, 'dist'));
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], { cwd: folder });
  const [made] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  files = made.files.map(({ path }) => path);
  project = join(folder, 'project');
  const place = join(project, 'node_modules/@sightline/client');
  await mkdir(place, { recursive: true });
  await run('tar', ['-xzf', join(folder, made.filename), '-C', place, '--strip-components=1']);
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('it holds JavaScript, declarations, the readme and the licence, and nothing else', () => {
  const others = files.filter((each) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(each));
  expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  const scripts = files.filter((each) => each.endsWith('.js')).map((each) => each.slice(0, -'.js'.length));
  expect(scripts).toContain('dist/index');
  // A program has no declarations.
  expect(scripts.filter((each) => !files.includes(`${each}.d.ts`))).toEqual(['dist/command/main']);
});

test('it needs no other package; the web SDK is optional', async () => {
  const about = JSON.parse(await readFile(join(SOURCE, 'package.json'), 'utf8'));
  expect(about.dependencies).toBeUndefined();
  expect(about.peerDependenciesMeta).toEqual({ firebase: { optional: true } });
});

test('Node imports it by its name, and cannot import internal files', async () => {
  const code = `
    import { encodeUri, Sightline, SightlineError } from '@sightline/client';
    const { id } = new Sightline({ baseUrl: 'http://127.0.0.1' }).monitors('line-1');
    const inside = await import('@sightline/client/dist/transport.js').catch(({ code }) => code);
    console.log(JSON.stringify([id, encodeUri('a/b'), SightlineError.name, inside]));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: project });
  expect(JSON.parse(stdout)).toEqual(['line-1', 'a--b', 'SightlineError', 'ERR_PACKAGE_PATH_NOT_EXPORTED']);
});

test('its program runs', async () => {
  const { bin } = JSON.parse(await readFile(join(SOURCE, 'package.json'), 'utf8'));
  const program = join(project, 'node_modules/@sightline/client', bin.sightline);
  expect(await readFile(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  const { stdout } = await run(process.execPath, [program, '--help'], { cwd: project });
  expect(stdout).toMatch(/^sightline COMMAND/);
});

test.each(['nodenext', 'bundler'])(
  'its types resolve and hold under moduleResolution %s',
  async (moduleResolution) => {
    await writeFile(
      join(project, 'use.ts'),
      `import { Sightline, type Detection, type MonitorState, type Routes } from '@sightline/client';
     const sightline = new Sightline({ baseUrl: 'http://127.0.0.1', token: async () => 'x' });
     export const found: Detection[] = await sightline.images('a/b.jpg').detect();
     export const score: number | undefined = found[0]?.score;
     export const { id }: { id: string } = await sightline.monitors('a').upload(new Uint8Array(), { tag: 'good' });
     for await (const state of sightline.monitors('a').watch()) {
       const counter: number | undefined = state?.totalCounter;
       console.log(counter, state satisfies MonitorState | null);
     }
     export const head: string | null = (await sightline.git.projectInfo()).head;
     export type Csv = Routes['GET /dataset/{dataset_id}/csv'];
     // @ts-expect-error: no such group
     await sightline.datasets('a').csv({ group: 'day' });
     // @ts-expect-error: a tag has a name
     await sightline.updateTags({ dataset: 'a', imageID: 'b', tags: [{ x: 0 }] });`,
    );
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      moduleResolution,
      module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
      exactOptionalPropertyTypes: true,
    };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['use.ts'] }));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((error) => error);
    expect(stdout).toBe('');
  },
);

test('the programs of its pages compile as strictly as can be', async () => {
  const pages = ['client/README.md', 'docs/start/client.md'];
  const texts = await Promise.all(pages.map((page) => readFile(join(ROOT, page), 'utf8')));
  const programs = texts.flatMap((text) =>
    [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code!),
  );
  expect(programs.length).toBeGreaterThan(6);
  const place = join(project, 'programs');
  await mkdir(place, { recursive: true });
  await Promise.all(programs.map((code, at) => writeFile(join(place, `${at}.ts`), code)));
  const compilerOptions = {
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], skipLibCheck: true },
    ...{ module: 'esnext', moduleResolution: 'bundler', types: ['node'] },
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: { 'firebase/*': [join(ROOT, 'node_modules/firebase/*')] },
  };
  await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', place]).catch((error) => error);
  expect(stdout).toBe('');
});

test('the bundle for a page without the web SDK is small', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from '@sightline/client'", resolveDir: project },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'silent',
  });
  expect(outputFiles[0]?.contents.length).toBeLessThan(32_000);
});

test('both clients are what `npm run build:client` writes from openapi.yaml', async () => {
  for (const [file, text] of Object.entries(await writeClients()))
    expect([
      file,
      (await readFile(join(ROOT, file), 'utf8')) === text || 'run `npm run build:client`',
    ]).toEqual([file, true]);
});
