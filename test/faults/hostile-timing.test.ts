/**
 * Finding A11, Contract 8: unknown and forbidden records need the same reads, so that neither the answer nor its time
 * reveals what exists.
 * @covers Contract 8 unknown and forbidden cost the same reads and time
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encodeObjectName } from '../../functions/src/common/storage/object-name.ts';
import { call, eventually, frame } from '../support/factory.ts';
import { type Headers, type HostileStage, madeUpKey, openHostileStage } from './hostile-stage.ts';

/** Milliseconds by which the proxy delays each answer of Firestore, so that one more read is visible. */
const ROUND_TRIP = 50;
/** Calls of each kind. */
const TRIES = 12;

let stage: HostileStage;
let stranger: Headers;
let image: string;
let encoded: string;

beforeAll(async () => {
  const off = {
    RATE_UPLOAD: 'off',
    RATE_EXPORT: 'off',
    RATE_DETECT: 'off',
    RATE_CROPS: 'off',
    RATE_SESSION: 'off',
  };
  stage = await openHostileStage(off);
  stranger = await stage.person('stranger');
  const sent = await call(stage.stack, '/monitor/line-1/image', { body: await frame(1), headers: stage.key });
  image = sent.body.data.id;
  const { uri } = (await stage.stack.firestore.doc(`image/${image}`).get()).data() as { uri: string };
  encoded = encodeObjectName(uri.split('/').slice(3).join('/'));
});
afterAll(() => stage?.close());

interface Case {
  path: string;
  method?: string;
  body?: unknown;
}

const missing = 'a'.repeat(20);
const other = (uri: string) => uri.replace(image, missing);
const tags = (dataset: string, imageID: string) => ({
  path: '/monitor/updateTags',
  body: { dataset, imageID, tags: [] },
});

/** Records that exist but are hidden from the caller, and records that do not exist. */
const CASES: Record<string, () => Promise<[forbidden: Case, unknown: Case]>> = {
  'image getb64': async () => onImage('getb64'),
  'image detect': async () => onImage('detect'),
  'image delete': async () => onImage('delete'),
  'monitor start': async () => [{ path: '/monitor/line-1/start' }, { path: '/monitor/line-9/start' }],
  'monitor stop': async () => [{ path: '/monitor/line-1/stop' }, { path: '/monitor/line-9/stop' }],
  'monitor image': async () => {
    const body = await frame(2);
    return [
      { path: '/monitor/line-1/image', body },
      { path: '/monitor/line-9/image', body },
    ];
  },
  'monitor updateTags, dataset': async () => [tags('bolts', missing), tags('nuts', missing)],
  'monitor updateTags, image': async () => [tags('bolts', image), tags('bolts', missing)],
  'dataset csv': async () => onDataset('csv'),
  'dataset downloadZip': async () => onDataset('downloadZip', { body: { images: [image] } }),
  'dataset annotationsCrops': async () => onDataset('annotationsCrops/good'),
  'dataset refreshCounters': async () => onDataset('refreshCounters', { method: 'POST' }),
};

const onImage = (name: string): [Case, Case] => [
  { path: `/image/${name}/image/${encoded}` },
  { path: `/image/${name}/image/${other(encoded)}` },
];

const onDataset = (rest: string, more: Partial<Case> = {}): [Case, Case] => [
  { path: `/dataset/bolts/${rest}`, ...more },
  { path: `/dataset/nuts/${rest}`, ...more },
];

const ask = async ({ path, method, body }: Case, headers: Headers) =>
  call(stage.stack, path, { ...(method && { method }), ...(body !== undefined && { body }), headers });

const bare = (text: unknown): string =>
  JSON.stringify(text)
    .replaceAll(image, '*')
    .replaceAll(missing, '*')
    .replaceAll(/bolts|nuts/g, '*');

/** Median of the faster half, because load on the machine makes calls slower, never faster. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] as number;

describe.each(Object.keys(CASES))('%s', (name) => {
  test('the same answer after the same reads', async () => {
    const bills = [];
    for (const each of await CASES[name]!()) {
      stage.tap.take();
      const { status, body } = await ask(each, stranger);
      const { readsOf, writes } = stage.tap.take();
      bills.push({ status, body: bare(body), readsOf, writes });
    }
    expect(bills[0]).toEqual(bills[1]);
    expect(bills[0]).toMatchObject({ status: 404, writes: 0 });
  });

  test('in the same time', async () => {
    const [forbidden, unknown] = await CASES[name]!();
    const times = { forbidden: [] as number[], unknown: [] as number[] };
    const timed = async (each: Case, list: number[]) => {
      const began = performance.now();
      await ask(each, stranger);
      list.push(performance.now() - began);
    };
    stage.tap.latency = ROUND_TRIP;
    for (let number = 0; number < TRIES; number += 1) {
      // Side by side, so that what else the machine does slows both; neither is always the first.
      const both = [() => timed(forbidden, times.forbidden), () => timed(unknown, times.unknown)];
      await Promise.all((number % 2 ? both : both.reverse()).map((ask) => ask()));
    }
    stage.tap.latency = 0;
    const halves = [0, 1].map((half) => median(times.unknown.filter((_, at) => at % 2 === half)));
    const noise = Math.abs((halves[0] as number) - (halves[1] as number));
    const difference = Math.abs(median(times.forbidden) - median(times.unknown));
    expect(difference).toBeLessThan(Math.max(ROUND_TRIP / 2, 3 * noise));
  });
});

test('a camera: the monitor of another camera is like a missing one', async () => {
  const bills = [];
  for (const monitor of ['line-2', 'line-9']) {
    await call(stage.stack, '/monitor/line-1/stop', { headers: stage.key });
    stage.tap.take();
    const { status, body } = await call(stage.stack, `/monitor/${monitor}/stop`, { headers: stage.key });
    const { monitor: reads, deviceKey } = stage.tap.take().readsOf;
    bills.push({ status, body, reads, deviceKey });
  }
  expect(bills[0]).toEqual(bills[1]);
  expect(bills[0]).toMatchObject({ status: 404, reads: 1 });
});

test('a name that only a record can explain is invalid, whether a hidden record has it or not', async () => {
  const { firestore, bucket } = stage.stack;
  const name = 'dataset/bolts/odd--';
  const uri = `gs://${bucket}/${name}`;
  const fields = { uri, encoded: encodeObjectName(name), dataset: firestore.doc('dataset/bolts') };
  await firestore.doc('image/odd').set({ ...fields, tags: [], tagsContained: [], name: 'odd' });
  const paths = ['dataset--bolts--odd--', 'dataset--bolts--even--'];
  const answers = await Promise.all(
    paths.map((path) => ask({ path: `/image/getb64/image/${path}` }, stranger)),
  );
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [400, { error: 'No defined image gsuri' }],
    [400, { error: 'No defined image gsuri' }],
  ]);
});

test('an invented key needs the same reads on every route', async () => {
  // Another call's live state may still be on its way.
  for (const monitor of ['line-1', 'line-9'])
    await eventually(async () => {
      stage.tap.take();
      expect((await call(stage.stack, `/monitor/${monitor}/stop`, { headers: madeUpKey() })).status).toBe(
        401,
      );
      expect([monitor, stage.tap.take().readsOf]).toEqual([monitor, { deviceKey: 1 }]);
    });
});
