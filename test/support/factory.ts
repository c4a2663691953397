/** Test data for suites of the functions: a dataset, its tags, monitors, frames, and calls like those of cameras. */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { requireDescribed } from './described.ts';
import { STEP } from './limits.ts';
import type { TestStack } from './stack.ts';

/** Dataset `bolts` with tags `good` and `bad`, dataset `other` with tag `foreign`, monitors `line-1` and `line-2`. */
export async function furnish({ firestore }: TestStack): Promise<void> {
  const people = {
    owner: 'owner',
    members: { editor: 'editor', viewer: 'viewer' },
    people: ['owner', 'editor', 'viewer'],
  };
  const dataset = { type: 'MULTICLASS', tags: [], imageCounter: 0, createdAt: new Date(), ...people };
  const tag = { color: '#888888', imageCounter: 0, annotationCounter: 0, unclassified: false };
  const batch = firestore.batch();
  const grant = { by: 'owner', at: new Date(), born: '' };
  const monitors = { 'line-1': grant, 'line-2': grant };
  batch.set(firestore.doc('dataset/bolts'), { ...dataset, name: 'Bolts', monitors });
  batch.set(firestore.doc('dataset/other'), { ...dataset, name: 'Other', monitors });
  batch.set(firestore.doc('dataset/bolts/tag/good'), { ...tag, id: 'good', name: 'good' });
  batch.set(firestore.doc('dataset/bolts/tag/bad'), { ...tag, id: 'bad', name: 'bad' });
  batch.set(firestore.doc('dataset/other/tag/foreign'), { ...tag, id: 'foreign', name: 'foreign' });
  batch.set(firestore.doc('monitor/line-1'), {
    name: 'Line 1',
    dataset: firestore.doc('dataset/bolts'),
    ...people,
  });
  batch.set(firestore.doc('monitor/line-2'), { name: 'Line 2', ...people });
  await batch.commit();
}

const pictures = new Map<number, Promise<Buffer>>();

/** A small drawn JPEG; the same number gives the same bytes. */
export function picture(number: number): Promise<Buffer> {
  const seed = number % 8;
  const drawn = pictures.get(seed) ?? drawnOnce(seed);
  pictures.set(seed, drawn);
  // Bytes after a JPEG's end are not part of the picture, but make each file different.
  return drawn.then((jpeg) => Buffer.concat([jpeg, Buffer.from(`#${number}`)]));
}

/** The suites of a run share what one of them has drawn: it takes 40 ms of processor time. */
async function drawnOnce(seed: number): Promise<Buffer> {
  const { SIGHTLINE_BUILT_ONCE: shared } = process.env;
  const place = shared && join(shared, `picture-${seed}.jpg`);
  const found = place && (await readFile(place).catch(() => undefined));
  if (found) return found;
  const { jpeg } = await drawScene({ seed, kind: 'bolts', width: 320, height: 240, parts: 3 });
  if (!place) return jpeg;
  // Renamed into place, so that another worker never reads half of it.
  await writeFile(`${place}.${process.pid}`, jpeg);
  await rename(`${place}.${process.pid}`, place);
  return jpeg;
}

export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every area pass through here
  body: any;
}

/** One call; `body` is sent as JSON unless it is bytes. @throws if openapi.yaml does not describe the answer */
export async function call(
  stack: TestStack,
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const isBytes = init.body instanceof Uint8Array || typeof init.body === 'string';
  const headers = {
    ...(init.body !== undefined && !isBytes && { 'content-type': 'application/json' }),
    ...init.headers,
  };
  const method = init.method ?? (init.body === undefined ? 'GET' : 'POST');
  const response = await fetch(`${stack.baseUrl}${path}`, {
    method,
    headers,
    ...(init.body !== undefined && { body: (isBytes ? init.body : JSON.stringify(init.body)) as BodyInit }),
  });
  const text = await response.text();
  const { status } = response;
  requireDescribed({ method, path, status, header: (name) => response.headers.get(name), text });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text || undefined,
  };
}

export interface SentFrame {
  image?: unknown;
  image_data?: unknown;
}

/** The upload body of Spec 4.3. */
export async function frame(number: number, about: object = {}): Promise<SentFrame> {
  const image = (await picture(number)).toString('base64');
  const image_data = {
    date: 1_790_000_000_000 + number,
    name: `frame-${number}.jpg`,
    dataset: 'bolts',
    tag: 'good',
  };
  return { image, image_data: { ...image_data, ...about } };
}

export const upload = async (stack: TestStack, number: number, about: object = {}, monitor = 'line-1') =>
  call(stack, `/monitor/${monitor}/image`, { body: await frame(number, about) });

// biome-ignore lint/suspicious/noExplicitAny: live state as clients see it
export const liveState = (stack: TestStack, monitor: string): any =>
  (stack.database.dump()[stack.namespace] as { monitor?: Record<string, unknown> } | undefined)?.monitor?.[
    monitor
  ];

/** Milliseconds between two checks: the least, and the most, however long a check takes. */
const [SHORTEST_REST, LONGEST_REST] = [50, 1_000];

/**
 * Repeats a check until it passes, or throws its last failure. It rests as long as the last check took, because one that reads
 * many records would keep from the processors what it waits for.
 * @param within milliseconds; the last check begins after them, so a slow machine does not make it fail
 */
export async function eventually<T>(check: () => Promise<T> | T, within = STEP): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const began = Date.now();
    try {
      return await check();
    } catch (error) {
      if (began > end) throw error;
      const rest = Math.min(Math.max(Date.now() - began, SHORTEST_REST), LONGEST_REST);
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }
}

/**
 * Waits until nothing is left, however long it takes, and gives up only when nothing has moved for a while.
 * @param count how much is left
 */
export async function untilNoneIsLeft(count: () => Promise<number>, patience = STEP): Promise<void> {
  let [least, moved] = [Number.POSITIVE_INFINITY, Date.now()];
  for (;;) {
    const left = await count();
    if (left === 0) return;
    if (left < least) [least, moved] = [left, Date.now()];
    if (Date.now() - moved > patience) throw new Error(`${left} are left, and nothing moves any more.`);
    await new Promise((resolve) => setTimeout(resolve, LONGEST_REST));
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Processes `count` numbers with limited concurrency. */
export async function concurrently(count: number, inFlight: number, work: (number: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** Records of a collection, by id. */
export async function records(
  stack: Pick<TestStack, 'firestore'>,
  collection: string,
): Promise<Map<string, FirebaseFirestore.DocumentData>> {
  const { docs } = await stack.firestore.collection(collection).get();
  return new Map(docs.map((each) => [each.id, each.data()]));
}

/** Published counters: the dataset's and each tag's. */
export async function shownCounters(stack: TestStack, dataset = 'bolts') {
  const [shown, tags] = await Promise.all([
    stack.firestore.doc(`dataset/${dataset}`).get(),
    stack.firestore.collection(`dataset/${dataset}/tag`).get(),
  ]);
  const tag = tags.docs.map((each) => [each.id, [each.get('imageCounter'), each.get('annotationCounter')]]);
  return { images: shown.get('imageCounter'), tag: Object.fromEntries(tag) };
}

/** Image records of a dataset with what is counted of them: without thumbnails, which are most of a record's bytes. */
async function countable({ firestore }: Pick<TestStack, 'firestore'>, dataset: string): Promise<Data[]> {
  const counted = ['tag', 'tags', 'tagsContained', 'masks', 'checked', 'set', 'date', 'session', 'monitor'];
  const { docs } = await firestore
    .collection('image')
    .select('dataset', ...counted)
    .get();
  return docs.map((each) => each.data()).filter((each) => each.dataset?.id === dataset);
}

/** Expected counters, computed from the image records. */
export async function countedRecords(stack: TestStack, dataset = 'bolts') {
  const tags = await stack.firestore.collection(`dataset/${dataset}/tag`).get();
  const tag: Record<string, [number, number]> = Object.fromEntries(tags.docs.map(({ id }) => [id, [0, 0]]));
  const images = await countable(stack, dataset);
  for (const image of images) {
    for (const { id } of image.tagsContained) tag[id]![0] += 1;
    for (const annotation of image.tags) tag[annotation.tag.id]![1] += 1;
  }
  return { images: images.length, tag };
}

interface Stored {
  // biome-ignore lint/suspicious/noExplicitAny: fields are of any type
  get(field: string): any;
}

/** Images of open tallies, which are in no counter part yet: those that exist, and those that were deleted since. */
export function openTallies(parts: readonly Stored[], images: readonly Stored[]) {
  const open = new Set(parts.map((part) => part.get('open')).filter((id) => id !== undefined));
  const tag: Record<string, number> = {};
  const own = images.filter((image) => open.has(image.get('tally')));
  for (const image of own) {
    const [, id = ''] = String(image.get('tallied')).split('/');
    if (id !== '') tag[id] = (tag[id] ?? 0) + 1;
  }
  let total = own.length;
  for (const part of parts) {
    for (const [id, taken] of Object.entries((part.get('taken') ?? {}) as Record<string, Data>)) {
      if (!open.has(id)) continue;
      total += taken.images ?? 0;
      for (const [name, each] of Object.entries<Data>(taken.tag ?? {}))
        tag[name] = (tag[name] ?? 0) + (each.images ?? 0);
    }
  }
  return { images: total, tag };
}

/** Other counters (Contract 9): unlabelled images, sets of the dataset and of its tags, the timeline. */
export async function shownMore(stack: Pick<TestStack, 'firestore'>, dataset = 'bolts') {
  const reference = stack.firestore.doc(`dataset/${dataset}`);
  const [shown, tags, timeline] = await Promise.all([
    reference.get(),
    reference.collection('tag').get(),
    reference.collection('timeline').get(),
  ]);
  return {
    unlabelled: shown.get('unlabelledCounter'),
    sets: shown.get('sets'),
    tag: Object.fromEntries(tags.docs.map((each) => [each.id, each.get('sets')])),
    timeline: Object.fromEntries(
      timeline.docs.map((each) => {
        // How many of the images are in open tallies.
        const { open: _, ...group } = each.data();
        return [each.id, group];
      }),
    ),
  };
}

const SETS = ['TRAIN', 'TEST', 'VALIDATION', 'PREDETERMINED', 'REVIEW'];

type Data = FirebaseFirestore.DocumentData;

/** Their expected values, computed from the image records. */
export async function countedMore(stack: Pick<TestStack, 'firestore'>, dataset = 'bolts') {
  const tags = await stack.firestore.collection(`dataset/${dataset}/tag`).get();
  const images = await countable(stack, dataset);
  const setsOf = (some: Data[]) =>
    Object.fromEntries(SETS.map((set) => [set, some.filter((each) => each.set === set).length]));
  const having = (tag: string) =>
    images.filter((each) => each.tagsContained.some(({ id }: Data) => id === tag));
  const groups = Map.groupBy(
    images,
    ({ session, date }) => session || `day-${new Date(date).toISOString().slice(0, 10)}`,
  );
  return {
    unlabelled: images.filter(
      ({ tag, tags, masks = [], checked }) => !tag && tags.length + masks.length === 0 && checked !== true,
    ).length,
    sets: setsOf(images),
    tag: Object.fromEntries(tags.docs.map(({ id }) => [id, setsOf(having(id))])),
    timeline: Object.fromEntries([...groups].map(([group, some]) => [group, groupFields(group, some)])),
  };
}

function groupFields(group: string, images: Data[]) {
  const dates = images.map(({ date }) => date as number);
  const isDay = group.startsWith('day-');
  return {
    session: isDay ? '' : group,
    monitor: isDay ? '' : (images[0]?.monitor?.id ?? ''),
    imageCounter: images.length,
    first: Math.min(...dates),
    last: Math.max(...dates),
  };
}
