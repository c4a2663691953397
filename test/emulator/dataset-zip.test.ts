/**
 * @covers Spec 4.1, Contract 4 downloadZip: layouts, unreadable images, 303, 413, hostile names, the client going away
 * @covers Contract 11 links signed by an HMAC key: known vectors, Storage's rules, over HTTP, health
 * @covers Contract 4: link of a large archive without a redirect
 */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { drawScene } from '../../emulators/scenes/scene.ts';
import type { SceneKind } from '../../emulators/scenes/scene-kind.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { readNdjson } from '../readers/ndjson.ts';
import { eventually } from '../support/factory.ts';
import { readZip } from '../support/read-zip.ts';
import { type ImageSeed, openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const run = promisify(execFile);
const TAGS = { good: 'good', scratch: 'scratch', stain: 'oil stain', none: 'unsorted' };

let stage: Stage;
let jpeg: Buffer;
beforeAll(async () => {
  stage = await openStage({ CORS_ORIGINS: 'https://dashboard.test' }, ['dataset'], 'HMAC');
  jpeg = (await drawScene({ seed: 1, kind: 'bolts', width: 96, height: 64 })).jpeg;
});
afterAll(() => stage.close());
beforeEach(() => stage.faults.set([]));

async function seed(id: string, type: DatasetType, images: ImageSeed[]): Promise<void> {
  await seedDataset(stage, { id, type, tags: TAGS, unclassified: ['none'] });
  await seedImages(stage, id, images);
}

const ask = (id: string, images: unknown, init?: RequestInit) =>
  stage.post(`${id}/downloadZip`, { images }, init);

async function download(id: string, images: readonly string[]): Promise<Map<string, Buffer>> {
  const answer = await ask(id, images);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return readZip(Buffer.from(await answer.arrayBuffer()));
}

const errorsIn = (entries: Map<string, Buffer>): string[] =>
  entries.get('errors.txt')?.toString().trimEnd().split('\n') ?? [];

async function scene(kind: SceneKind, number: number, more: Partial<ImageSeed> = {}): Promise<ImageSeed> {
  const defect = more.masks ? more.masks.map(({ tag }) => tag) : null;
  const drawn = await drawScene({ seed: number, kind, width: 96, height: 64, defect });
  const masks = drawn.defects.map(({ label, mask }) => ({ tag: label, bytes: mask }));
  return { id: `${kind}-${number}`, bytes: drawn.jpeg, width: 96, height: 64, ...more, masks };
}

const mask = (tag: string) => ({ tag, bytes: Buffer.alloc(0) });

test.each<'MULTICLASS' | 'ANOMALY'>(['MULTICLASS', 'ANOMALY'])(
  'Spec 4.1: a %s archive has a folder for each label, and Unclassified',
  async (type) => {
    const id = `labels-${type}`;
    const tags = ['good', 'scratch', null, 'none', 'gone'];
    const bytes = await Promise.all(
      tags.map(async (_, at) => (await drawScene({ seed: at, kind: 'bolts', width: 96, height: 64 })).jpeg),
    );
    await seed(
      id,
      type,
      tags.map((tag, at) => ({ id: `${id}-${at}`, name: `p${at}.jpg`, tag, bytes: bytes[at] as Buffer })),
    );
    const answer = await ask(
      id,
      tags.map((_, at) => `${id}-${at}`),
    );
    const today = new Date().toISOString().slice(0, 10);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="dataset_${today}.zip"`);
    const entries = await readZip(Buffer.from(await answer.arrayBuffer()));
    expect([...entries.keys()]).toEqual([
      'good/p0.jpg',
      'scratch/p1.jpg',
      'Unclassified/p2.jpg',
      'Unclassified/p3.jpg',
      'Unclassified/p4.jpg',
    ]);
    [...entries.values()].forEach((each, at) => {
      expect(each.equals(bytes[at] as Buffer)).toBe(true);
    });
  },
);

test('Spec 4.1: a MULTILABEL archive has Normal, and Anomaly with 0 and one folder with Masks for each defect', async () => {
  const images = [
    await scene('surface', 1, { tag: 'good' }),
    await scene('surface', 2),
    await scene('surface', 3, { tag: 'scratch', masks: [mask('scratch')] }),
    await scene('surface', 4, { tag: 'scratch', masks: [mask('scratch'), mask('stain')] }),
    await scene('surface', 5, { tag: 'stain', masks: [mask('stain'), mask('stain')] }),
  ];
  await seed('multi', 'MULTILABEL', images);
  const entries = await download(
    'multi',
    images.map(({ id }) => id),
  );
  expect([...entries.keys()]).toEqual([
    'Normal/surface-1.jpg',
    'Anomaly/0/surface-2.jpg',
    'Anomaly/scratch/surface-3.jpg',
    'Anomaly/scratch/Masks/surface-3_mask.png',
    'Anomaly/scratch/surface-4.jpg',
    'Anomaly/scratch/Masks/surface-4_mask.png',
    'Anomaly/oil stain/surface-4.jpg',
    'Anomaly/oil stain/Masks/surface-4_mask.png',
    'Anomaly/oil stain/surface-5.jpg',
    'Anomaly/oil stain/Masks/surface-5_mask.png',
    'Anomaly/oil stain/Masks/surface-5_mask_2.png',
  ]);
  for (const [path, bytes] of entries) {
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([path, info.width, info.height]).toEqual([path, 96, 64]);
  }
});

test('Contract 4: a detection archive has images and COCO annotations', async () => {
  const box = { tag: 'scratch', x: 0.25, y: 0.5, w: 0.5, h: 0.25 };
  await seed('coco', 'imageObjectDetection', [
    { id: 'c1', bytes: jpeg, tags: [box], width: 96, height: 64 },
    { id: 'c2', tags: [box], width: 96, height: 64 },
    { id: 'c3', bytes: jpeg, width: 96, height: 64 },
  ]);
  const entries = await download('coco', ['c1', 'c2', 'c3']);
  expect([...entries.keys()]).toEqual(['images/c1.jpg', 'images/c3.jpg', 'annotations.json', 'errors.txt']);
  expect(JSON.parse(String(entries.get('annotations.json')))).toMatchObject({
    images: [
      { id: 1, file_name: 'images/c1.jpg', width: 96, height: 64 },
      { id: 2, file_name: 'images/c3.jpg' },
    ],
    annotations: [{ image_id: 1, category_id: 2, bbox: [24, 32, 48, 16] }],
    categories: [
      { id: 1, name: 'good' },
      { id: 2, name: 'scratch' },
      { name: 'oil stain' },
      { name: 'unsorted' },
    ],
  });
  expect(errorsIn(entries)).toEqual(['images/c2.jpg: file not found']);
});

test("the system's own unzip unpacks the folders", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-zip-'));
  await seed('unzip', 'MULTICLASS', [{ id: 'u1', name: 'Größe 1.jpg', tag: 'stain', bytes: jpeg }]);
  await writeFile(join(folder, 'a.zip'), Buffer.from(await (await ask('unzip', ['u1'])).arrayBuffer()));
  await run('unzip', ['-q', 'a.zip'], { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  expect(await readdir(join(folder, 'oil stain'))).toEqual(['Größe 1.jpg']);
  expect((await readFile(join(folder, 'oil stain/Größe 1.jpg'))).equals(jpeg)).toBe(true);
  await rm(folder, { recursive: true });
});

test('Contract 4: other formats become upright JPEGs; the bytes decide, not the record', async () => {
  const wide = sharp({
    create: { width: 80, height: 40, channels: 4, background: { r: 0, g: 200, b: 0, alpha: 1 } },
  });
  const webp = await wide.clone().webp().withMetadata({ orientation: 6 }).toBuffer();
  await seed('formats', 'MULTICLASS', [
    { id: 'f-png', name: 'f.png', format: 'png', bytes: await wide.clone().png().toBuffer(), tag: 'good' },
    { id: 'f-webp', name: 'g.webp', format: 'webp', bytes: webp, tag: 'good' },
    { id: 'f-said', name: 'h.png', format: 'png', bytes: jpeg, tag: 'good' },
    { id: 'f-broken', name: 'i.png', format: 'png', bytes: Buffer.from('no picture'), tag: 'good' },
  ]);
  const entries = await download('formats', ['f-png', 'f-webp', 'f-said', 'f-broken']);
  expect([...entries.keys()]).toEqual(['good/f.jpg', 'good/g.jpg', 'good/h.jpg', 'errors.txt']);
  expect(await sharp(entries.get('good/f.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 80 });
  expect(await sharp(entries.get('good/g.jpg')).metadata()).toMatchObject({ width: 40, height: 80 });
  expect(entries.get('good/h.jpg')?.equals(jpeg)).toBe(true);
  expect(errorsIn(entries)).toEqual(['good/i.jpg: cannot be read']);
});

test('hostile names and tags stay inside their folder, and no two differ only in case', async () => {
  const names = [
    '../../etc/passwd',
    '/abs.jpg',
    'a\\b.jpg',
    'CON',
    'x'.repeat(300),
    'P.jpg',
    'p.JPG',
    'a\u202Egpj.exe',
  ];
  await seedDataset(stage, { id: 'evil', type: 'MULTICLASS', tags: { t: '../../up', u: 'errors.txt' } });
  await seedImages(
    stage,
    'evil',
    names.map((name, at) => ({ id: `evil-${at}`, name, tag: at % 2 ? 't' : 'u', bytes: jpeg })),
  );
  const entries = await download(
    'evil',
    names.map((_, at) => `evil-${at}`),
  );
  const paths = [...entries.keys()];
  expect(paths).toHaveLength(names.length);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length);
  for (const path of paths) {
    expect(path).not.toMatch(/(^|\/)\.\.?(\/|$)|^\/|\\|[\p{C}:]/u);
    expect(path.split('/').every((part) => Buffer.byteLength(part) <= 255)).toBe(true);
  }
});

test('images of another dataset, unknown and hostile ids are listed and never read', async () => {
  await seed('mine', 'MULTICLASS', [{ id: 'm1', bytes: jpeg, tag: 'good' }]);
  await seed('theirs', 'MULTICLASS', [{ id: 't1', bytes: Buffer.from('secret'), tag: 'good' }]);
  await seedImages(stage, 'mine', [{ id: 'm-elsewhere', fields: { uri: 'gs://another-bucket/secret.jpg' } }]);
  await stage.operations();
  const wanted = ['t1', 'nobody', '..', '../m1', '__x__', 'a\u202Eb', '', 7, null, { a: 1 }];
  const answer = await ask('mine', [
    ...wanted,
    'm1',
    `gs://${stage.stack.bucket}/dataset/theirs/t1.jpg`,
    'm-elsewhere',
  ]);
  const entries = await readZip(Buffer.from(await answer.arrayBuffer()));
  expect([...entries.keys()]).toEqual(['good/m1.jpg', 'errors.txt']);
  const lines = errorsIn(entries);
  expect(lines).toHaveLength(12);
  expect(lines[0]).toBe('"t1": not an image of this dataset');
  expect(lines[5]).toBe('"ab": not an image of this dataset');
  expect(lines[11]).toMatch(/m-elsewhere.*cannot be read/);
  expect((await stage.operations()).download).toBe(1);
});

test('Contract 4: a gs URI can name an image, and an image named twice is included once', async () => {
  await seed('uris', 'MULTICLASS', [
    { id: 'u-1', bytes: jpeg, tag: 'good' },
    { id: 'u-2', bytes: jpeg },
  ]);
  const uri = `gs://${stage.stack.bucket}/dataset/uris/u-1.jpg`;
  expect([...(await download('uris', [uri, 'u-2', 'u-1'])).keys()]).toEqual([
    'good/u-1.jpg',
    'Unclassified/u-2.jpg',
  ]);
});

test.each<[string, unknown]>([
  ['no body', undefined],
  ['no list', { userId: 'u' }],
  ['an empty list', { images: [] }],
  ['something else', { images: 'a,b' }],
  ['null', null],
])('Spec 7: with %s the images list is required', async (_, body) => {
  await seed('required', 'MULTICLASS', []);
  const answer = await stage.post('required/downloadZip', body);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: true, result: 'Images array list is required' },
  ]);
});

test('Spec 7: a missing dataset has no archive', async () => {
  const answer = await ask('no such', ['a']);
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { error: true, result: 'Dataset with ID "no such" not found' },
  ]);
});

test('Contract 4: if no image can be read, the answer is 404, whatever the reason', async () => {
  await seed('empty', 'MULTICLASS', [
    { id: 'e-none' },
    { id: 'e-broken', format: 'png', bytes: Buffer.from('no picture') },
  ]);
  for (const images of [['x', 'y'], ['e-none'], ['e-broken', 'e-none', 'x']]) {
    const answer = await ask('empty', images);
    expect([answer.status, await answer.json()]).toEqual([404, { error: true, result: 'No images found' }]);
  }
});

test('Contract 4: more entries than an archive can have are 413 before anything is read', async () => {
  await seed('many', 'MULTICLASS', []);
  await stage.operations();
  const answer = await ask(
    'many',
    Array.from({ length: 65_535 }, (_, at) => `i${at}`),
  );
  expect([answer.status, await answer.json()]).toEqual([
    413,
    { error: true, result: 'Archive too large: 65535 files, at most 65534' },
  ]);
  expect(await stage.operations()).toEqual({});
});

test('an image that cannot be read is left out and listed; a read that fails once is retried', async () => {
  await seed(
    'flaky',
    'MULTICLASS',
    Array.from({ length: 60 }, (_, at) => ({ id: `fl-${at}`, bytes: jpeg, tag: 'good' })),
  );
  stage.faults.set([
    { path: 'fl-30\\.jpg.*alt=media', reset: 'before' },
    { path: 'fl-31\\.jpg.*alt=media', status: 503, times: 1 },
  ]);
  const entries = await download(
    'flaky',
    Array.from({ length: 60 }, (_, at) => `fl-${at}`),
  );
  expect(entries.size).toBe(60);
  expect(entries.has('good/fl-31.jpg')).toBe(true);
  expect(errorsIn(entries)).toEqual(['good/fl-30.jpg: cannot be read']);
});

async function seedLarge(id: string, count: number, size: number): Promise<string[]> {
  const bytes = Buffer.concat([jpeg, randomBytes(size)]);
  const images = Array.from({ length: count }, (_, at) => ({ id: `${id}-${at}`, bytes, tag: 'good' }));
  await seed(id, 'MULTICLASS', images);
  return images.map((each) => each.id);
}

test('a client that disconnects ends all reads', async () => {
  const images = await seedLarge('gone', 400, 20_000);
  stage.faults.set([{ path: 'alt=media', latency: 100 }]);
  await stage.operations();
  const leaving = new AbortController();
  const answer = await ask('gone', images, { signal: leaving.signal });
  const reader = answer.body!.getReader();
  await reader.read();
  leaving.abort();
  await reader.read().catch(() => {});
  let reads = 0;
  await eventually(async () => {
    await sleep(400);
    const { download = 0, ...others } = await stage.operations();
    reads += download;
    expect({ download, ...others }).toEqual({ download: 0 });
  });
  expect(reads).toBeLessThan(images.length);
  expect(stage.stack.functions.dataset!.isRunning()).toBe(true);
});

test('an outage of Storage after the headers closes the connection: an incomplete archive is recognized', async () => {
  const images = await seedLarge('outage', 300, 20_000);
  stage.faults.set([{ path: 'outage-(1[5-9]|2).*alt=media', reset: 'before' }]);
  const answer = await ask('outage', images);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

test('Contract 3: an outage of Storage before the headers is 503', async () => {
  const images = await seedLarge('away', 40, 100);
  stage.faults.set([{ path: 'alt=media', reset: 'before' }]);
  const answer = await ask('away', images);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await answer.json()).toEqual({ error: true, result: 'Service temporarily unavailable' });
});

test('Contract 4: over the limit the answer is a link that serves the same archive with the same headers', async () => {
  const images = await seedLarge('linked', 30, 400_000);
  const answer = await ask('linked', images, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  const link = answer.headers.get('location') as string;
  expect(await answer.json()).toEqual({ error: false, status: 'success', result: link });
  const fetched = await fetch(link);
  const today = new Date().toISOString().slice(0, 10);
  expect(fetched.headers.get('content-type')).toBe('application/zip');
  expect(fetched.headers.get('content-disposition')).toBe(`attachment; filename="dataset_${today}.zip"`);
  const entries = await readZip(Buffer.from(await fetched.arrayBuffer()));
  expect([...entries.keys()]).toEqual(images.map((id) => `good/${id}.jpg`));
  const [stored] = await stage.bucket.getFiles({ prefix: 'archive/' });
  expect(stored.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^archive\/linked\/\d+-[0-9a-f]{24}\.zip$/),
  ]);
});

const signerOf = (url: string) => new URL(url).searchParams.get('X-Goog-Algorithm');

test('Contract 11: with an HMAC key, links of images and of an export lead to Storage, signed without a call', async () => {
  const images = [0, 1, 2].map((at) => ({
    id: `signed-${at}`,
    bytes: Buffer.concat([jpeg, Buffer.from([at])]),
  }));
  await seed(
    'signed',
    'MULTICLASS',
    images.map((each) => ({ ...each, tag: 'good' })),
  );
  expect((await stage.call('health')).status).toBe(200);
  await stage.post('signed/version', {});
  const ndjson = await (await stage.call('signed/version/1/export?format=ndjson')).text();
  const listed = await stage.post('signed/links', { images: images.map(({ id }) => id) });
  const { links } = (await listed.json()) as { links: Record<string, { url: string }> };
  const exported = readNdjson(ndjson).map(({ uri = '' }) => uri);
  const urls = [...exported, ...images.map(({ id }) => links[id]?.url ?? '')];
  for (const [at, url] of urls.entries()) {
    expect([new URL(url).origin, signerOf(url)]).toEqual([stage.storage, 'GOOG4-HMAC-SHA256']);
    const { bytes } = images[at % 3] as { bytes: Buffer };
    expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
  }
  expect(urls).toHaveLength(6);
});

test('with redirect=false the link is in the body, because pages cannot read a redirect', async () => {
  const images = await seedLarge('told', 28, 400_000);
  const answer = await stage.post('told/downloadZip?redirect=false', { images }, { redirect: 'error' });
  expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
  const { result, ...rest } = (await answer.json()) as { result: string };
  expect(signerOf(result)).toBe('GOOG4-HMAC-SHA256');
  expect(rest).toEqual({ error: false, status: 'success' });
  const fetched = await fetch(result, { headers: { origin: 'https://dashboard.test' } });
  expect(fetched.headers.get('access-control-allow-origin')).toBe('https://dashboard.test');
  expect(fetched.headers.get('access-control-expose-headers')).toContain('Content-Disposition');
  expect((await readZip(Buffer.from(await fetched.arrayBuffer()))).size).toBe(28);
});

test('a client that follows redirects gets the archive in one call', async () => {
  const images = await seedLarge('followed', 28, 400_000);
  const entries = await readZip(Buffer.from(await (await ask('followed', images)).arrayBuffer()));
  expect(entries.size).toBe(28);
});

test('a client that disconnects while the archive is written leaves none in Storage', async () => {
  const images = await seedLarge('left', 30, 400_000);
  stage.faults.set([{ path: 'left-29.*alt=media', latency: 2000 }]);
  const leaving = new AbortController();
  const asking = ask('left', images, { signal: leaving.signal }).catch(() => 'left');
  await eventually(() => expect(stage.faults.met).toBe(1));
  leaving.abort();
  expect(await asking).toBe('left');
  // By then the delayed read has been answered, and later reads would have started.
  await sleep(2500);
  const [stored] = await stage.bucket.getFiles({ prefix: 'archive/left' });
  expect(stored.map(({ name, metadata }) => [name, metadata.size])).toEqual([]);
  expect(stage.stack.functions.dataset!.isRunning()).toBe(true);
});

test('Contract 4, 11: only archives are removed, after a day; those that were imported, after a week', async () => {
  const text = await readFile(join(import.meta.dirname, '../../rules/storage.lifecycle.json'), 'utf8');
  expect(JSON.parse(text)).toEqual({
    rule: [
      { action: { type: 'Delete' }, condition: { age: 1, matchesPrefix: ['archive/'] } },
      { action: { type: 'Delete' }, condition: { age: 7, matchesPrefix: ['import/', 'run/'] } },
    ],
  });
});

test('at least 12 objects are read concurrently', async () => {
  const images = await seedLarge('slow', 60, 2000);
  stage.faults.set([{ path: 'alt=media', hang: true }]);
  const leaving = new AbortController();
  const asking = ask('slow', images, { signal: leaving.signal }).catch(() => 'left');
  await eventually(() => expect(stage.faults.met).toBeGreaterThanOrEqual(12));
  leaving.abort();
  expect(await asking).toBe('left');
});

test('Contract 4: userId is only written to the log', async () => {
  await seed('logged', 'MULTICLASS', [{ id: 'l1', bytes: jpeg }]);
  const answer = await stage.post('logged/downloadZip', { images: ['l1'], userId: 'worker-7' });
  await answer.arrayBuffer();
  await eventually(() =>
    expect(stage.stack.functions.dataset!.output()).toContain('"claimedUserId":"worker-7"'),
  );
  expect(stage.stack.functions.dataset!.output()).not.toContain('"userId"');
});
