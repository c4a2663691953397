/** The content of the servers after a soak, read directly and without any code of the functions. */
import { concurrently, liveState, openTallies, sha256 } from '../../support/factory.ts';
import type { TestStack } from '../../support/stack.ts';
import type { SoakStage } from './stage.ts';

export interface StoredImage {
  id: string;
  uri: string;
  name: string;
  /** Ids, as in the ledger; `tags` are those of the annotations. */
  dataset: string;
  tag: string | null;
  tags: string[];
  tagsContained: string[];
  monitor: string;
  session: string;
  date: number;
}

export interface StoredSession {
  id: string;
  monitor: string;
  isEnded: boolean;
  total: number;
}

export interface StoredMonitor {
  id: string;
  session: string;
  lastSession: string | null;
  live: { status?: boolean; session?: string; totalCounter?: number; image?: { id?: string } };
}

/** Images and annotations per tag, and the number of all images. */
export interface Tally {
  images: number;
  tag: Record<string, [images: number, annotations: number]>;
}

export interface World {
  images: StoredImage[];
  /** SHA-256 of each object's bytes, by URI. */
  objects: Map<string, string>;
  sessions: StoredSession[];
  monitors: StoredMonitor[];
  /** By dataset: the sum of the parts, and what readers see. */
  counted: Map<string, Tally>;
  shown: Map<string, Tally>;
  /** Paths of tombstones that are not done. */
  notes: string[];
}

export async function readWorld(stage: SoakStage): Promise<World> {
  const { stack } = stage;
  const [images, objects, sessions, monitors, notes] = await Promise.all([
    readImages(stack),
    readObjects(stack),
    readSessions(stack),
    readMonitors(stage),
    readNotes(stack),
  ]);
  const tallies = async (read: (stack: TestStack, dataset: string) => Promise<Tally>) =>
    new Map(await Promise.all(stage.datasets.map(async (id) => [id, await read(stack, id)] as const)));
  const [counted, shown] = await Promise.all([tallies(readCounted), tallies(readShown)]);
  return { images, objects, sessions, monitors, notes, counted, shown };
}

const FIELDS = ['uri', 'name', 'dataset', 'tag', 'tags', 'tagsContained', 'monitor', 'session', 'date'];

async function readImages({ firestore }: TestStack): Promise<StoredImage[]> {
  const { docs } = await firestore
    .collection('image')
    .select(...FIELDS)
    .get();
  return docs.map((each) => ({
    id: each.id,
    ...(each.data() as Pick<StoredImage, 'uri' | 'name' | 'session' | 'date'>),
    dataset: each.get('dataset').id,
    tag: each.get('tag')?.id ?? null,
    tags: each.get('tags').map(({ tag }: { tag: { id: string } }) => tag.id),
    tagsContained: each.get('tagsContained').map(({ id }: { id: string }) => id),
    monitor: each.get('monitor').id,
  }));
}

/** Only originals: training files are in subfolders (Contract 2). */
async function readObjects({ addresses, bucket }: TestStack): Promise<Map<string, string>> {
  const url = `http://${addresses.storage}/storage/v1/b/${bucket}/o`;
  const originals = (await listNames(url)).filter((name) => name.split('/').length === 3);
  const found = new Map<string, string>();
  await concurrently(originals.length, 16, async (number) => {
    const name = originals[number] as string;
    const bytes = await (await fetch(`${url}/${encodeURIComponent(name)}?alt=media`)).arrayBuffer();
    found.set(`gs://${bucket}/${name}`, sha256(new Uint8Array(bytes)));
  });
  return found;
}

async function listNames(url: string): Promise<string[]> {
  const names: string[] = [];
  for (let pageToken: string | undefined = ''; pageToken !== undefined; ) {
    const query = new URLSearchParams({ prefix: 'dataset/', ...(pageToken && { pageToken }) });
    const page = (await (await fetch(`${url}?${query}`)).json()) as ListPage;
    names.push(...(page.items ?? []).map(({ name }) => name));
    pageToken = page.nextPageToken;
  }
  return names;
}

interface ListPage {
  items?: { name: string }[];
  nextPageToken?: string;
}

async function readSessions({ firestore }: TestStack): Promise<StoredSession[]> {
  const { docs } = await firestore.collection('session').get();
  return docs.map((each) => ({
    id: each.id,
    monitor: each.get('monitor')?.id,
    isEnded: each.get('stop') !== undefined,
    total: each.get('data.totalCounter'),
  }));
}

async function readMonitors({ stack }: SoakStage): Promise<StoredMonitor[]> {
  const { docs } = await stack.firestore.collection('monitor').get();
  return docs.map((each) => ({
    id: each.id,
    session: each.get('session') ?? '',
    lastSession: each.get('lastSession.id') ?? null,
    live: liveState(stack, each.id) ?? {},
  }));
}

async function readNotes({ firestore }: TestStack): Promise<string[]> {
  const found = await Promise.all(['removal', 'detection'].map((name) => firestore.collection(name).get()));
  return found.flatMap(({ docs }) => docs.map(({ ref }) => ref.path));
}

/** The sum of the counter parts, and of open tallies. */
async function readCounted({ firestore }: TestStack, dataset: string): Promise<Tally> {
  const { docs } = await firestore.collection(`dataset/${dataset}/counter`).get();
  const images = await firestore.collection('image').select('tally', 'tallied').get();
  const open = openTallies(docs, images.docs);
  const tags = Object.entries(open.tag).map(([id, count]): [string, [number, number]] => [id, [count, 0]]);
  const sum: Tally = { images: open.images, tag: Object.fromEntries(tags) };
  for (const part of docs) {
    sum.images += part.get('images') ?? 0;
    for (const [id, each] of Object.entries<Record<string, number>>(part.get('tag') ?? {})) {
      const [images, annotations] = sum.tag[id] ?? [0, 0];
      sum.tag[id] = [images + (each.images ?? 0), annotations + (each.annotations ?? 0)];
    }
  }
  return sum;
}

async function readShown({ firestore }: TestStack, dataset: string): Promise<Tally> {
  const [shown, tags] = await Promise.all([
    firestore.doc(`dataset/${dataset}`).get(),
    firestore.collection(`dataset/${dataset}/tag`).get(),
  ]);
  const tag = tags.docs.map((each) => [each.id, [each.get('imageCounter'), each.get('annotationCounter')]]);
  return { images: shown.get('imageCounter'), tag: Object.fromEntries(tag) };
}
