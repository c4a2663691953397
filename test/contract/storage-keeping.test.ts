/**
 * @covers data between runs: nothing acknowledged is lost at Ctrl-C, at most what came since the last save when killed
 * @covers Embedded Storage
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { type Bench, clientOf, codeOf, openBench } from './storage-client.ts';

const root = mkdtempSync(join(tmpdir(), 'storage-test-'));
afterAll(() => rmSync(root, { recursive: true }));

const folder = () => mkdtempSync(join(root, 'x-'));
const OBJECTS = ['a.txt', 'deep/é 🙂.bin', 'a--b%#?'];

async function fill({ bucket }: Bench): Promise<void> {
  for (const name of OBJECTS) {
    const metadata = { contentType: 'image/png', metadata: { lot: name } };
    await bucket.file(name).save(`bytes of ${name}`, { resumable: false, metadata });
  }
  await bucket.file('a.txt').setMetadata({ cacheControl: 'no-store' });
  await bucket.file('gone').save('x', { resumable: false });
  await bucket.file('gone').delete();
}

/** Everything that a client can see, except addresses, which contain the port. */
async function sight({ bucket }: Bench): Promise<unknown[]> {
  const [files] = await bucket.getFiles();
  return Promise.all(
    files.map(async (file) => {
      const { selfLink: _, mediaLink: __, ...metadata } = file.metadata;
      return { ...metadata, bytes: String((await file.download())[0]) };
    }),
  );
}

test('a restart with the same folder keeps every object, its metadata and its generation', async () => {
  const directory = folder();
  const first = await openBench({ directory });
  await fill(first);
  const before = await sight(first);
  await first.storage.close();
  const second = await openBench({ directory });
  expect(before).toHaveLength(3);
  expect(await sight(second)).toEqual(before);
  await second.bucket.file('a.txt').save('newer', { resumable: false });
  const [{ generation }] = await second.bucket.file('a.txt').getMetadata();
  expect(Number(generation)).toBeGreaterThan(Number((before[0] as { generation: string }).generation));
  await second.storage.close();
});

test('generations increase even if the clock stops, or goes back between two runs', async () => {
  const directory = folder();
  const generations: number[] = [];
  for (const time of [2e12, 1e12]) {
    const { bucket, storage } = await openBench({ directory, clock: () => time });
    for (const name of ['a', 'b']) {
      await bucket.file(name).save('x', { resumable: false });
      generations.push(Number((await bucket.file(name).getMetadata())[0].generation));
    }
    await storage.close();
  }
  expect(generations).toEqual([2e15, 2e15 + 1, 2e15 + 2, 2e15 + 3]);
});

test('an incomplete journal line and files without a record do not prevent a start', async () => {
  const directory = folder();
  const first = await openBench({ directory });
  await fill(first);
  const before = await sight(first);
  await first.storage.close();
  appendFileSync(join(directory, 'journal.jsonl'), '{"put":{"bucket":"pictures","na');
  appendFileSync(join(directory, 'blobs', 'orphan'), 'x');
  const second = await openBench({ directory });
  expect(await sight(second)).toEqual(before);
  expect(readdirSync(join(directory, 'blobs'))).toHaveLength(3);
  await second.storage.close();
});

test('a replaced or deleted object leaves no file behind', async () => {
  const directory = folder();
  const bench = await openBench({ directory });
  const file = bench.bucket.file('one');
  for (const text of ['a', 'b', 'c']) await file.save(text, { resumable: false });
  expect(await codeOf(file.save('d', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } }))).toBe(
    412,
  );
  await file.delete();
  await bench.storage.close();
  expect([...readdirSync(join(directory, 'blobs')), ...readdirSync(join(directory, 'temp'))]).toEqual([]);
});

test('its temporary folder is removed at close', async () => {
  const all = () => readdirSync(tmpdir()).filter((name) => name.startsWith('sightline-storage-'));
  const before = all();
  const bench = await openBench();
  // Other suites open and close theirs meanwhile.
  const opened = all().filter((name) => !before.includes(name));
  expect(opened).not.toEqual([]);
  await bench.storage.close();
  const left = all();
  expect(opened.filter((name) => left.includes(name)).length).toBeLessThan(opened.length);
});

test('a killed server has every object that it acknowledged', async () => {
  const directory = folder();
  const code = `
    const { startStorage } = await import('./emulators/storage/server.ts');
    const { port } = await startStorage({ port: 0, directory: process.argv[1], buckets: ['pictures'] });
    console.log(port);`;
  const child = spawn('node', ['--input-type=module', '-e', code, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout!, 'data')) as [Buffer];
  const bucket = clientOf(`http://127.0.0.1:${String(port).trim()}`).bucket('pictures');
  const acknowledged: string[] = [];
  const upload = async (name: string) => {
    await bucket.file(name).save(randomBytes(50_000), { resumable: false, metadata: { metadata: { name } } });
    acknowledged.push(name);
  };
  const uploads = Array.from({ length: 60 }, (_, at) => upload(`frame-${at}`));
  while (acknowledged.length < 20) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  await Promise.allSettled(uploads);
  const bench = await openBench({ directory });
  const read = acknowledged.map(async (name) => (await bench.bucket.file(name).download())[0].length);
  expect(await Promise.all(read)).toEqual(acknowledged.map(() => 50_000));
  await bench.storage.close();
});

test('an export and import changes nothing', async () => {
  const [first, second] = [await openBench(), await openBench()];
  await fill(first);
  const directory = folder();
  await first.storage.exportTo(directory);
  await second.storage.importFrom(directory);
  expect(await sight(second)).toEqual(await sight(first));
  const again = folder();
  await second.storage.exportTo(again);
  expect(filesIn(again)).toEqual(filesIn(directory));
  await Promise.all([first.storage.close(), second.storage.close()]);
});

const filesIn = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(directory.length), readFileSync(path, 'base64')])
      .sort(),
  );

test("the emulator suite's own storage reads our export, and we read its", async () => {
  const [first, second] = [await openBench(), await openBench()];
  await fill(first);
  const [ours, theirs] = [folder(), folder()];
  await first.storage.exportTo(ours);
  execFileSync('node', ['--input-type=module', '-e', SUITE, ours, theirs, folder()], { stdio: 'pipe' });
  expect(existsSync(join(theirs, 'buckets.json'))).toBe(true);
  await second.storage.importFrom(theirs);
  expect(await sight(second)).toEqual(await sight(first));
  await Promise.all([first.storage.close(), second.storage.close()]);
});

/** Imports one folder with the suite's own class and exports it to another. */
const SUITE = `
  import { createRequire } from 'node:module';
  const require = createRequire(process.cwd() + '/package.json');
  const { StorageLayer } = require('firebase-tools/lib/emulator/storage/files.js');
  const { Persistence } = require('firebase-tools/lib/emulator/storage/persistence.js');
  const [, ours, theirs, work] = process.argv;
  // The suite asks a registry for its own address, which only a running suite has.
  require('firebase-tools/lib/emulator/registry.js').EmulatorRegistry.url = () => new URL('http://127.0.0.1');
  const layer = new StorageLayer('demo-sightline', new Map(), new Map(), {}, {}, new Persistence(work), {});
  layer.import(ours, { initiatedBy: 'test' });
  await layer.export(theirs, { initiatedBy: 'test' });
  process.exit(0);`;

test('objects are restored to a save: objects removed since it began exist again, newer ones stay', async () => {
  const directory = folder();
  const open = (save?: string) => openBench({ directory, savedTogether: { ...(save && { save }) } });
  const first = await open();
  const put = (name: string, text: string) => first.bucket.file(name).save(text, { resumable: false });
  await Promise.all([put('early', '1'), put('before', '1'), put('during', '1'), put('changed', '1')]);
  await first.bucket.file('early').delete();
  first.storage.beginSave('one');
  await first.bucket.file('during').delete();
  first.storage.commitSave('one');
  first.storage.beginSave('two');
  await first.bucket.file('before').delete();
  await put('changed', '2');
  await put('after', '2');
  await first.storage.close();

  const contents = async ({ bucket }: Bench) => {
    const [files] = await bucket.getFiles();
    const read = files.map(async (file) => [file.name, String((await file.download())[0])]);
    return Object.fromEntries(await Promise.all(read));
  };
  const expected = { after: '2', before: '1', changed: '2', during: '1' };
  // Twice: a start that is killed before its first save changes nothing.
  for (const save of ['one', 'one']) {
    const again = await open(save);
    expect(await contents(again)).toEqual(expected);
    await again.storage.close();
  }
  const last = await open('one');
  await last.bucket.file('during').delete();
  last.storage.beginSave('three');
  last.storage.commitSave('three');
  await last.storage.close();
  const after = await open('three');
  const { during: _, ...rest } = expected;
  expect(await contents(after)).toEqual(rest);
  await after.storage.close();
  expect(readdirSync(join(directory, 'blobs'))).toHaveLength(3);
});
