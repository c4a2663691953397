/** @covers Contract 2 records with references; sample data */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { encodeDocument, Reference } from '../../emulators/sample/firestore-export/entity.ts';
import { readLog, writeLog } from '../../emulators/sample/firestore-export/log.ts';
import { makeSample } from '../../emulators/sample/make.ts';
import { BUCKET, DATASET_IDS, TAG_IDS } from '../../emulators/sample/names.ts';
import { planImages, SESSION_START, SESSION_STOP } from '../../emulators/sample/plan.ts';

const SAMPLE = join(import.meta.dirname, '../../emulator-data');

/** Hash of every file in a directory, by relative path. */
async function fingerprint(directory: string): Promise<Record<string, string>> {
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  const paths = files.map((file) => join(file.parentPath, file.name)).sort();
  const hash = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [path.slice(directory.length + 1), await hash(path)] as const),
    ),
  );
}

async function inTemporary<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'sample-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

test('two runs write the same bytes, whatever existed before', async () => {
  const plan = planImages().filter(({ id }) => id.endsWith('001') || id.endsWith('014'));
  const [first, second] = await inTemporary(async (directory) => {
    await makeSample(directory, plan.slice(2));
    await makeSample(directory, plan);
    const before = await fingerprint(directory);
    await makeSample(directory, plan);
    return [before, await fingerprint(directory)];
  });
  expect(Object.keys(first).length).toBeGreaterThan(20);
  expect(second).toEqual(first);
});

(process.env.LONG ? test : test.skip)('with LONG=1: a run writes what is committed', async () => {
  const made = await inTemporary(async (directory) => {
    await makeSample(directory);
    return fingerprint(directory);
  });
  expect(made).toEqual(await fingerprint(SAMPLE));
});

test('the committed sample names every planned picture, and stays under 12 MB', async () => {
  const blobs = join(SAMPLE, 'storage_export/blobs');
  const missing = planImages().filter(({ id }) => !existsSync(join(blobs, `${id}.jpg`)));
  expect(missing).toEqual([]);
  const files = (await readdir(SAMPLE, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  const sizes = await Promise.all(
    files.map(async (file) => (await readFile(join(file.parentPath, file.name))).length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_000_000);
});

test('every object of the sample matches the size and checksum of its metadata, and is a complete picture', async () => {
  const root = join(SAMPLE, 'storage_export');
  for (const name of await readdir(join(root, 'metadata'))) {
    const metadata = JSON.parse(await readFile(join(root, 'metadata', name), 'utf8'));
    const bytes = await readFile(join(root, 'blobs', name.replace(/\.json$/, '')));
    const md5Hash = createHash('md5').update(bytes).digest('base64');
    expect(metadata).toMatchObject({ bucket: BUCKET, size: bytes.length, md5Hash });
    expect(metadata.name.replaceAll('/', '')).not.toContain('--');
    const { format } = await sharp(bytes).metadata();
    expect(metadata.contentType).toBe(`image/${format}`);
  }
});

test('the plan: every tag that classifies has 12 pictures, every dataset some to review, sessions stay in their time', () => {
  const plan = planImages();
  for (const dataset of DATASET_IDS) {
    const images = plan.filter((each) => each.dataset === dataset);
    expect(images.filter(({ set }) => set === 'REVIEW').length).toBeGreaterThanOrEqual(2);
    expect(images.filter(({ set, tag }) => set !== 'REVIEW' && tag === null).length).toBeGreaterThanOrEqual(
      1,
    );
    if (dataset === 'parts') continue;
    for (const tag of TAG_IDS[dataset]) {
      const contained = images.filter((each) => each.tag === tag || [each.scene.defect].flat().includes(tag));
      expect([tag, contained.length >= 12]).toEqual([tag, true]);
    }
  }
  const frames = plan.filter(({ inSession }) => inSession);
  expect(frames.length).toBe(24);
  expect(frames.every(({ date }) => date > SESSION_START && date < SESSION_STOP)).toBe(true);
  expect(new Set(plan.map(({ id }) => id)).size).toBe(plan.length);
});

test('the live state of each monitor says what Spec 2.7 lists, in both namespaces', async () => {
  const read = async (name: string) =>
    JSON.parse(await readFile(join(SAMPLE, 'database_export', name), 'utf8'));
  const [state, other] = await Promise.all([
    read('demo-sightline-default-rtdb.json'),
    read('demo-sightline.json'),
  ]);
  expect(other).toEqual(state);
  expect(state.monitor['line-1']).toEqual({
    status: false,
    session: '',
    totalCounter: 24,
    image: { id: expect.any(String), date: expect.any(Number), imageData: expect.any(String) },
    flow: { current_flow_rate: 0, total_processed: 24 },
    controller: { action: { status: false } },
    training: false,
  });
  const thumbnail = await sharp(Buffer.from(state.monitor['line-1'].image.imageData, 'base64')).metadata();
  expect([thumbnail.format, thumbnail.width]).toEqual(['webp', 300]);
  expect(state.member['line-2']).toEqual({ owner: 'owner', editor: 'editor', viewer: 'viewer' });
});

test('a log gives back its records, whatever their size', () => {
  const sizes = [0, 1, 32_761, 32_762, 32_755, 5, 100_000, 65_522, 7];
  const records = sizes.map((size, index) => Buffer.alloc(size, index + 1));
  expect(readLog(writeLog(records)).map((record) => record.toString('hex'))).toEqual(
    records.map((record) => record.toString('hex')),
  );
});

test('a block of a log without room for a header is filled with zeros', () => {
  const log = writeLog([Buffer.alloc(32_757, 1), Buffer.from('next')]);
  expect(log.subarray(32_764, 32_768).toString('hex')).toBe('00000000');
  expect(log.length).toBe(32_768 + 7 + 4);
  expect(readLog(log).map((record) => record.length)).toEqual([32_757, 4]);
});

test('a document is encoded as the Firestore emulator exports it', () => {
  // From an export of the real emulator: references, a list of maps, a timestamp, a fraction, an empty list.
  const document = {
    path: 'a/b',
    fields: { f: 0.25, when: new Date(1_760_000_000_123), none: [], many: [{ ref: new Reference('c/d') }] },
  };
  expect(encodeDocument('p', document).toString('hex')).toBe(RECORDED);
});

const RECORDED =
  '6a116a056465767e7072080b1201612201620c720c08181a046e6f6e6520002a007a101a016620002a0921000000000000d03f7a1508071a047768656e20002a0908f8c0bff6de9690037a3408131a046d616e7920012a281a266a046a0072007a1b1a0372656620002a12636a056465767e70737a01638a01016474648201008201080b1201612201620c';
