/**
 * A short soak, and a test that the auditor finds errors. The long one: `npm run bench -- soak`.
 * @covers Hours of cameras, people and trouble, and an audit of what stands; memory over an hour
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type AuditLine, auditKept, auditSwept } from './soak/auditor.ts';
import { Ledger } from './soak/ledger.ts';
import { liveThrough, sweep } from './soak/soak.ts';
import { openSoakStage, type SoakStage } from './soak/stage.ts';
import { readWorld, type World } from './soak/world.ts';

const SECONDS = process.env.LONG ? 120 : 6;
/** With this seed, the first worker is killed after 3 seconds. */
const SEED = Number(process.env.SEED) || 5;

let stage: SoakStage;
const ledger = new Ledger();

beforeAll(async () => {
  stage = await openSoakStage(8);
  await liveThrough(stage, ledger, { cameras: 8, fps: 3, seconds: SECONDS, seed: SEED });
});
afterAll(() => stage?.close());

const wrongIn = (lines: readonly AuditLine[]): string[] =>
  lines.flatMap(({ rule, wrong }) => wrong.map((each) => `${rule}: ${each}`));
const keptNow = async () => wrongIn(auditKept(ledger, await readWorld(stage)));
const sweptNow = async () => wrongIn(auditSwept(await readWorld(stage)));

test('frames, kills and faults: nothing is lost or duplicated, and after the sweep nothing is left over', async () => {
  expect([...ledger.trouble.keys()].some((what) => what.startsWith('kill of '))).toBe(true);
  expect(ledger.acknowledged.length).toBeGreaterThan(20);
  expect(await keptNow()).toEqual([]);
  await sweep(stage);
  expect(await sweptNow()).toEqual([]);
});

const anyKept = () => ledger.acknowledged.find(({ isDeleted }) => !isDeleted)!;

/**
 * What the auditor finds in another world. The records stay as they are: an instance that counts or publishes at the moment of
 * a change would show it for good.
 */
async function keptIn(change: (world: World) => void): Promise<string[]> {
  const world = await readWorld(stage);
  change(world);
  return wrongIn(auditKept(ledger, world));
}

async function putObject(name: string, bytes: string): Promise<string> {
  const { addresses, bucket } = stage.stack;
  const query = new URLSearchParams({ uploadType: 'media', name });
  const url = `http://${addresses.storage}/upload/storage/v1/b/${bucket}/o?${query}`;
  expect((await fetch(url, { method: 'POST', body: bytes })).status).toBe(200);
  return `gs://${bucket}/${name}`;
}

test('the auditor finds a lost record', async () => {
  const { id, name } = anyKept();
  const found = await keptIn((world) => {
    world.images = world.images.filter((image) => image.id !== id);
  });
  expect(found).toEqual([
    `records of kept frames: ${name} is lost`,
    expect.stringMatching(/^counters, as counted: /),
  ]);
  expect(await keptNow()).toEqual([]);
});

test('the auditor finds a duplicate record', async () => {
  const { id, name } = anyKept();
  const found = await keptIn(({ images }) => {
    images.push({ ...images.find((image) => image.id === id)!, id: 'again' });
  });
  expect(found).toContain(`records that have a frame: ${name} (again) should not be`);
  expect(found).toContainEqual(expect.stringMatching(/^records of one frame: .* is there twice$/));
});

test('the auditor finds a counter that was incremented twice', async () => {
  const found = await keptIn(({ counted }) => {
    const { dataset } = anyKept();
    const tally = counted.get(dataset)!;
    counted.set(dataset, { ...tally, images: tally.images + 1 });
  });
  expect(found).toEqual([expect.stringMatching(/^counters, as counted: .* instead of /)]);
});

test('the auditor finds an object without a record, and the sweep removes it', async () => {
  const uri = await putObject(`dataset/${anyKept().dataset}/orphan.jpg`, 'nobody');
  expect(await sweptNow()).toEqual([`objects that have a record: ${uri} is an orphan`]);
  expect(await sweep(stage)).toEqual({ 'object without record': 1 });
  expect(await sweptNow()).toEqual([]);
});

test('the auditor finds a frame with other bytes, and a wrong session total', async () => {
  const { id, name, dataset } = anyKept();
  await putObject(`dataset/${dataset}/${id}.jpg`, 'other');
  expect(await keptNow()).toEqual([`bytes of kept frames: ${name} has other bytes`]);
  const stop = new Date();
  const monitor = stage.stack.firestore.doc('monitor/camera-1');
  await stage.stack.firestore.doc('session/wrong').set({ monitor, stop, data: { totalCounter: 7 } });
  expect(await sweptNow()).toEqual(['session totals: wrong says 7 instead of 0']);
});
