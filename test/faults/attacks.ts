/**
 * The worst that one caller can send of each kind, again and again, beside another caller who sends a frame, lists images and wants a
 * csv. For `fair.test.ts` and `npm run bench -- fair`.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { Sightline } from '../../client/src/index.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { RunText } from '../../packages/formats/src/shape/run-text.ts';
import {
  type DatasetSeed,
  type ImageSeed,
  openStage,
  type Stage,
  seedDataset,
  seedImages,
} from '../emulator/dataset-stage.ts';
import { leaseAuth } from '../support/auth.ts';
import { type Answered, call, frame } from '../support/factory.ts';
import { makePictures, VAST } from '../support/hostile-archives.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { putRun } from '../support/ready-run.ts';
import { writeZip } from '../support/write-zip.ts';

/** Calls of the attacker at once. */
const AT_ONCE = 4;
/** Images of the other caller's dataset. */
const IMAGES = 200;
export const SIDE = 2800;
const OFF = ['UPLOAD', 'DETECT', 'EXPORT', 'CROPS', 'CURATE', 'SESSION'].map((each) => [
  `RATE_${each}`,
  'off',
]);

export interface FairStage extends Stage {
  /** Headers of the attacker. */
  mallory: Record<string, string>;
  /** Takes connections, and never answers. */
  silent: string;
  /** What the other caller wants, by name. Each call is new work. */
  wanted: Record<string, () => Promise<Answered>>;
}

export async function openFairStage(more: Record<string, string> = {}): Promise<FairStage> {
  const auth = await leaseAuth();
  const { server, url: silent } = await startSilent();
  const env = {
    ACCESS: 'required',
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}`,
    HOOK_ALLOWED_HOSTS: '127.0.0.1',
    // No limit of calls stands between the attacker and the places of a process.
    ...Object.fromEntries(OFF),
    ...more,
  };
  const stage = await openStage(env, ['dataset', 'monitor']);
  const { projectId } = stage.stack;
  const as = async (uid: string) => {
    await registerPerson(auth, projectId, uid);
    return { authorization: `Bearer ${tokenOf(uid, projectId)}` };
  };
  const [mallory, other] = [await as('mallory'), await as('other')];
  return {
    ...stage,
    mallory,
    silent,
    wanted: await furnishOther(stage, other),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await stage.close();
      await auth.close();
    },
  };
}

async function startSilent(): Promise<{ server: Server; url: string }> {
  const server = createServer((request) => request.resume());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function furnishOther(stage: Stage, headers: Record<string, string>): Promise<FairStage['wanted']> {
  await seedDataset(stage, {
    id: 'other',
    owner: 'other',
    type: 'MULTICLASS',
    tags: { a: 'good', b: 'bad' },
  });
  await seedImages(
    stage,
    'other',
    Array.from({ length: IMAGES }, (_, at) => imageOf('other', `other-${at}`, { tag: at % 2 ? 'a' : 'b' })),
  );
  await monitorOf(stage, 'other-line', 'other', 'other');
  const { stack } = stage;
  const started = await call(stack, '/monitor/other-line/start', { headers });
  if (started.status !== 200) throw new Error(`start: ${started.status} ${JSON.stringify(started.body)}`);
  let frames = 0;
  return {
    frame: async () => {
      const about = { dataset: 'other', tag: 'a' };
      return call(stack, '/monitor/other-line/image', { headers, body: await frame(frames++, about) });
    },
    list: () => call(stack, '/dataset/other/images?limit=100', { headers }),
    csv: () => call(stack, '/dataset/other/csv', { headers }),
  };
}

const imageOf = (dataset: string, id: string, more: Partial<ImageSeed> = {}): ImageSeed => ({
  ...{ id, bytes: Buffer.from(id), date: 1_790_000_000_000 },
  ...more,
  fields: { shard: shardOf(dataset, id), labelled: true, checked: true, ...more.fields },
});

const monitorOf = ({ firestore }: Stage, id: string, owner: string, dataset: string) =>
  firestore.doc(`monitor/${id}`).set({
    ...{ name: id, owner, members: {}, people: [owner], dataset: firestore.doc(`dataset/${dataset}`) },
  });

const ofMallory = (stage: Stage, seed: Omit<DatasetSeed, 'owner'>) =>
  seedDataset(stage, { ...seed, owner: 'mallory' });

const clientOf = ({ stack, mallory }: FairStage) =>
  new Sightline({
    baseUrl: stack.baseUrl,
    token: () => (mallory.authorization as string).slice('Bearer '.length),
    retry: { attempts: 1 },
  });

/** @returns makes one call, the nth, and what it is answered */
type Prepare = (stage: FairStage) => Promise<(at: number, signal: AbortSignal) => Promise<Response>>;

const post = (stage: FairStage, path: string, body: unknown, signal: AbortSignal) =>
  stage.post(path, body, {
    signal,
    headers: { 'content-type': 'application/json', ...stage.mallory },
  });

export const ATTACKS: Readonly<Record<string, Prepare>> = {
  'evaluation of masks': async (stage) => {
    await ofMallory(stage, { id: 'rows', type: 'MULTILABEL', tags: { a: 'crack' } });
    const masks = [{ tag: 'a', bytes: await painted((_x, y) => y % 2 === 0) }];
    const seed = { width: SIDE, height: SIDE, set: 'TEST', masks };
    await seedImages(stage, 'rows', [imageOf('rows', 'rows-1', seed)]);
    const { number: version } = await clientOf(stage).datasets('rows').versions.make({ group: 'image' });
    const rle = { counts: scattered(500), size: [SIDE, SIDE] as const };
    const predictions = Array.from({ length: 1000 }, (_, at) => ({ tag: 'a', score: at / 1000, rle }));
    const lines = [{ image: 'rows-1', predictions, record: { tags: [], set: 'TEST' as const } }];
    const addresses = { ...stage.stack.addresses, storage: new URL(stage.storage).host };
    await putRun({ ...stage.stack, addresses }, { dataset: 'rows', number: 1, type: 'MULTILABEL', lines });
    return (at, signal) =>
      post(stage, 'rows/run/1/evaluate', { version, threshold: (at % 100) / 100 }, signal);
  },
  'export of outlines': async (stage) => {
    await ofMallory(stage, { id: 'dots', type: 'MULTILABEL', tags: { a: 'dust' } });
    // As many single pixels as an outline may have.
    const masks = [{ tag: 'a', bytes: await painted((x, y) => x % 18 === 0 && y % 18 === 0) }];
    const seed = { width: SIDE, height: SIDE, set: 'TRAIN', masks };
    const images = Array.from({ length: 10 }, (_, at) => imageOf('dots', `dots-${at}`, seed));
    await seedImages(stage, 'dots', images);
    const { number } = await clientOf(stage).datasets('dots').versions.make({ group: 'image' });
    const path = `dots/version/${number}/export?format=yolo&images=none&redirect=false`;
    return (_at, signal) => stage.call(path, { headers: stage.mallory, signal });
  },
  'run of a million ids': async (stage) => {
    await ofMallory(stage, { id: 'ids', type: 'MULTICLASS', tags: { a: 'good' } });
    await seedImages(stage, 'ids', [imageOf('ids', 'ids-1')]);
    const line = '{"image":"ids-1","predictions":[]}\n';
    const { runs } = clientOf(stage).datasets('ids');
    const number = await runs.upload({ name: 'Ids' }, new Blob([line.repeat(1_000_000)]));
    return (_at, signal) => post(stage, `ids/run/${number}/check`, {}, signal);
  },
  'detector that never answers': async (stage) => {
    const numbers: number[] = [];
    for (let at = 0; at < AT_ONCE; at += 1) {
      const id = `deaf-${at}`;
      await ofMallory(stage, { id, type: 'imageObjectDetection', tags: { a: 'part' } });
      const images = Array.from({ length: 8 }, (_, image) => imageOf(id, `${id}-${image}`));
      await seedImages(stage, id, images);
      await stage.firestore.doc(`dataset/${id}`).update({ detector: stage.silent });
      const { runs } = clientOf(stage).datasets(id);
      numbers.push((await runs.make({ name: 'Deaf', source: 'detect' })).number);
    }
    return (at, signal) =>
      post(stage, `deaf-${at % AT_ONCE}/run/${numbers[at % AT_ONCE]}/detect`, {}, signal);
  },
  'hooks that never answer': async (stage) => {
    await ofMallory(stage, { id: 'hooked', type: 'MULTICLASS', tags: { a: 'good' } });
    for (let at = 0; at < AT_ONCE; at += 1) {
      await monitorOf(stage, `hooked-${at}`, 'mallory', 'hooked');
      const { hooks } = clientOf(stage).monitors(`hooked-${at}`);
      for (let hook = 0; hook < 10; hook += 1)
        await hooks.make({ url: stage.silent, events: ['session.started', 'session.stopped'] });
    }
    const { baseUrl } = stage.stack;
    return (at, signal) => {
      const verb = Math.floor(at / AT_ONCE) % 2 === 0 ? 'start' : 'stop';
      return fetch(`${baseUrl}/monitor/hooked-${at % AT_ONCE}/${verb}`, { headers: stage.mallory, signal });
    };
  },
  'archive to import': async (stage) => {
    const { vast } = await makePictures();
    const zigzag = Array.from({ length: 50_000 }, (_, at) => [
      (at * VAST) / 50_000,
      at % 2 ? VAST : 0,
    ]).flat();
    const annotations = Array.from({ length: 20 }, (_, id) => ({
      ...{ id, image_id: 1, category_id: 1 },
      segmentation: [zigzag.map(Math.round)],
    }));
    const images = [{ id: 1, file_name: 'a.png', width: VAST, height: VAST }];
    const labels = JSON.stringify({ images, categories: [{ id: 1, name: 'x' }], annotations });
    const zip = writeZip([
      { path: 'a.json', bytes: labels, packed: true },
      { path: 'a.png', bytes: vast },
    ]);
    const ids: string[] = [];
    for (let at = 0; at < AT_ONCE; at += 1) {
      await ofMallory(stage, { id: `archive-${at}`, type: 'MULTILABEL', tags: { x: 'x' } });
      const { imports } = clientOf(stage).datasets(`archive-${at}`);
      ids.push(await imports.upload(new Blob([new Uint8Array(zip)]), { name: 'zigzag.zip' }));
    }
    return (at, signal) => {
      const which = at % AT_ONCE;
      // Each archive is imported once, and checked again and again.
      const verb = at < AT_ONCE ? 'run' : 'check';
      return post(stage, `archive-${which}/import/${ids[which]}/${verb}`, { tagmap: { x: 'x' } }, signal);
    };
  },
};

async function painted(isSet: (x: number, y: number) => boolean): Promise<Buffer> {
  const pixels = Buffer.alloc(SIDE * SIDE);
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) if (isSet(x, y)) pixels[y * SIDE + x] = 255;
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png()
    .toBuffer();
}

/** Runs over the whole picture. */
export function scattered(runs: number): string {
  const text = new RunText();
  const each = Math.floor((SIDE * SIDE) / (runs + 1));
  for (let at = 0; at < runs; at += 1) text.add(each);
  text.add(SIDE * SIDE - runs * each);
  return text.text();
}

/**
 * Does `work` while the attack goes on, with some calls at once.
 * @returns what `work` returned, and the attack's answers by status, for those that came
 */
export async function during<T>(
  attack: (at: number, signal: AbortSignal) => Promise<Response>,
  work: () => Promise<T>,
): Promise<{ result: T; statuses: Record<number, number> }> {
  const over = new AbortController();
  const statuses: Record<number, number> = {};
  let next = 0;
  const again = async () => {
    while (!over.signal.aborted) {
      const response = await attack(next++, over.signal).catch(() => null);
      const isRead = response && (await response.arrayBuffer().then(Boolean, () => false));
      if (isRead) statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    }
  };
  const attacking = Promise.all(Array.from({ length: AT_ONCE }, again));
  try {
    // The first calls have begun.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { result: await work(), statuses };
  } finally {
    over.abort();
    await attacking;
  }
}
