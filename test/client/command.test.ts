/**
 * The command line of `@sightline/client` with the real service: from a folder of pictures to an evaluated run, by exit codes.
 * @covers Contract 17 the command line: from a folder to an evaluated run; exit codes that a shell can use
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { furnish, picture, records } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const PROGRAM = resolve(import.meta.dirname, '../../client/src/command/main.ts');

let stack: TestStack;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-command-'));
  stack = await startTestStack({ functions: ['dataset', 'monitor'] });
  await furnish(stack);
});
afterAll(async () => {
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});

async function sightline(line: string): Promise<{ code: number; said: string; complained: string }> {
  const env = { ...process.env, SIGHTLINE_URL: stack.baseUrl };
  const child = spawn(process.execPath, [PROGRAM, ...line.split(' ')], { cwd: folder, env });
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number, said: said.trim(), complained };
}
const json = async (line: string) => JSON.parse((await sightline(`${line} --json`)).said);

test('names of others do nothing to the terminal', async () => {
  const name = 'Bad \u001b]0;title\u0007\u009b2J\u007f\rname';
  await stack.firestore.doc('dataset/escaping').set({ type: 'MULTICLASS', name, tags: [], owner: 'owner' });
  const { said } = await sightline('datasets');
  expect(said).toContain('Bad \\u001b]0;title\\u0007\\u009b2J\\u007f\\u000dname');
  expect(said).not.toMatch(/[^\P{Cc}\n]/u);
  const { datasets } = await json('datasets');
  expect(datasets).toContainEqual(expect.objectContaining({ name }));
  await stack.firestore.doc('dataset/escaping').delete();
});

test('from a folder of pictures to a run that is good enough, or not', async () => {
  expect(await sightline('datasets')).toMatchObject({
    ...{
      code: 0,
      said: expect.stringMatching(/^bolts {2}Bolts {2}MULTICLASS {2}\w+ +0 images\n/),
      complained: '',
    },
  });
  await mkdir(join(folder, 'pictures/deep'), { recursive: true });
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const path = join(folder, `pictures/${number > 3 ? 'deep/' : ''}${number}.jpg`);
    await writeFile(path, await picture(number));
    await utimes(path, 1_790_000_000, 1_790_000_000);
  }
  await writeFile(join(folder, 'pictures/notes.txt'), 'no picture');
  await writeFile(join(folder, 'pictures/torn.jpg'), 'torn');
  const upload = 'upload pictures --dataset bolts --monitor line-1 --tag good';
  const { code, said } = await sightline(upload);
  expect([code, said]).toEqual([1, expect.stringMatching(/^6 of 7 pictures are stored\.\ntorn\.jpg: ./)]);
  await rm(join(folder, 'pictures/torn.jpg'));
  expect(await sightline(upload)).toMatchObject({ code: 0, said: '6 of 6 pictures are stored.' });
  expect((await records(stack, 'image')).size).toBe(6);

  const made = await sightline('version make --dataset bolts --test 50 --validation 0 --group image');
  expect(made).toEqual({ code: 0, said: '1', complained: '' });
  expect((await sightline('export latest --dataset bolts --format yolo --to out/yolo')).code).toBe(0);
  const names = await readdir(join(folder, 'out/yolo'), { recursive: true });
  expect(names.filter((name) => name.endsWith('.jpg'))).toHaveLength(6);
  expect(await readdir(join(folder, 'out'))).toEqual(['yolo']);
  expect(await sightline('export 1 --dataset bolts --format yolo --to out/yolo')).toMatchObject({
    ...{ code: 1, complained: expect.stringContaining('has files already') },
  });
  expect((await sightline('export 1 --dataset bolts --format csv --to out/csv')).code).toBe(0);
  expect(await readdir(join(folder, 'out/csv'))).toHaveLength(1);

  const images = await new Sightline({ baseUrl: stack.baseUrl }).datasets('bolts').images.list();
  const lines = images.images.map(({ id }, at) =>
    JSON.stringify({ image: id, predictions: [{ tag: at < 3 ? 'good' : 'bad', score: 0.9 }] }),
  );
  await writeFile(
    join(folder, 'said.ndjson'),
    [...lines, '{"image": "nobody", "predictions": []}'].join('\n'),
  );
  const run = await sightline('run send said.ndjson --dataset bolts --name Nightly --trained-on 1');
  expect(run).toEqual({ code: 0, said: '1', complained: '1 entries belong to no image, such as nobody.\n' });
  await writeFile(join(folder, 'right.ndjson'), lines.join('\n').replaceAll('"bad"', '"good"'));
  expect(await json('run send right.ndjson --dataset bolts --name Right')).toMatchObject({ number: 2 });

  expect(await json('version list --dataset bolts')).toMatchObject({ versions: [{ number: 1, images: 6 }] });
  const job = { number: 1, kind: 'version', state: 'done' };
  expect(await json('job list --dataset bolts --state done')).toMatchObject({ jobs: [job] });
  expect(await json('job show 1 --dataset bolts --wait')).toMatchObject({ job });
  expect(await json('job cancel 1 --dataset bolts')).toMatchObject({ job });
  const event = { type: 'version.ready', data: { number: 1 } };
  expect(await json('wait version.ready --dataset bolts --after 0.0.begin')).toMatchObject({ event });
  expect(await json('run list --dataset bolts')).toMatchObject({
    runs: [{ name: 'Right' }, { name: 'Nightly' }],
  });
  // A figure of nothing is neither good nor bad.
  await writeFile(join(folder, 'one.ndjson'), lines[0] as string);
  await sightline('run send one.ndjson --dataset bolts --name One');
  const asked = (more: string) =>
    Promise.all(
      ['TRAIN', 'TEST'].map((each) =>
        sightline(`run evaluate 3 --dataset bolts --set ${each} --fail-below 0.1${more}`),
      ),
    );
  const ofOne = await asked('');
  expect(ofOne.map(({ code }) => code).sort()).toEqual([1, 3]);
  // Of three images it was shown one.
  expect(ofOne.find(({ code }) => code === 3)?.said).toMatch(/the run does not cover 2 more/);
  expect((await asked(' --allow-uncovered')).map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(ofOne.find(({ code }) => code === 1)?.said).toMatch(/^The run has no accuracy: /);

  const evaluated = await json('run evaluate 2 --dataset bolts');
  expect(evaluated).toMatchObject({ version: 1, report: { accuracy: 1, images: 3 } });
  const worse = 'run evaluate 1 --dataset bolts --set TRAIN';
  const share =
    (await json(worse)).report.accuracy + (await json('run evaluate 1 --dataset bolts')).report.accuracy;
  expect(share).toBeCloseTo(1);
  expect((await sightline('run evaluate 2 --dataset bolts --fail-below 0.9')).code).toBe(0);
  expect((await sightline('run evaluate 2 --dataset bolts --fail-below-run 1')).code).toBe(0);
  const set = (await json(worse)).report.accuracy < 1 ? 'TRAIN' : 'TEST';
  const below = await sightline(`run evaluate 1 --dataset bolts --set ${set} --fail-below-run 2`);
  expect(below).toMatchObject({
    code: 3,
    said: expect.stringMatching(/^accuracy 0.* of 3 images \(version 1, .*, below 1$/),
  });
});

test('an archive is checked, then imported', async () => {
  await sightline('version make --dataset bolts --group image');
  const { stream, fileName } = await new Sightline({ baseUrl: stack.baseUrl })
    .datasets('bolts')
    .versions.export('latest', 'imagefolder');
  await writeFile(join(folder, fileName), stream as never);
  const before = (await records(stack, 'image')).size;
  const checked = await sightline(`import ${fileName} --dataset other --check`);
  expect(checked).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^imagefolder: 6 images, 1 classes/),
  });
  expect((await records(stack, 'image')).size).toBe(before);
  const done = await sightline(`import ${fileName} --dataset other`);
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('6 images were added, 0 were there') });
  expect((await records(stack, 'image')).size).toBe(before + 6);
});

test('what the service refuses: exit code 1, its sentence and the id of the request', async () => {
  expect(await sightline('version make --dataset nobody')).toMatchObject({
    ...{ code: 1, said: '', complained: expect.stringMatching(/not found.* \(request [0-9a-f]{32}\)\n$/) },
  });
  expect((await sightline('run send nowhere.ndjson --dataset bolts --name a')).complained).toMatch(
    /nowhere\.ndjson/,
  );
});
