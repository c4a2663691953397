/** Shared setup of the dataset suites: the stack with signed links, and records. */

import { createHash } from 'node:crypto';
import type { DocumentReference, Firestore } from '@google-cloud/firestore';
import { type Bucket, Storage } from '@google-cloud/storage';
import { bucketCors } from '../../emulators/stack/environment.ts';
import type { FunctionName } from '../../emulators/stack/function.ts';
import { startStorage } from '../../emulators/storage/server.ts';
import { makeSigningKey } from '../../emulators/storage/signing-key.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { WatchedFaults } from '../support/watched-faults.ts';

export interface Stage {
  stack: TestStack;
  firestore: Firestore;
  bucket: Bucket;
  faults: WatchedFaults;
  /** `http://127.0.0.1:port` of Storage. */
  storage: string;
  /** Calls the dataset function. */
  call(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
  /** Requests to Storage since the last call of this function. */
  operations(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/** @param signer of links: an account's key pair, or a deployment's HMAC key */
export async function openStage(
  env: Record<string, string> = {},
  functions: FunctionName[] = ['dataset'],
  signer: 'RSA' | 'HMAC' = 'RSA',
): Promise<Stage> {
  const keys = makeSigningKey();
  const signing =
    signer === 'RSA'
      ? { LINK_SIGNER: JSON.stringify(keys.credentials) }
      : { LINK_HMAC: JSON.stringify(keys.signingKey.hmac) };
  const faults = new WatchedFaults();
  const server = await startStorage({
    ...{ port: 0, faults, signingKey: keys.signingKey },
    cors: bucketCors(env.CORS_ORIGINS),
  });
  const storage = `http://127.0.0.1:${server.port}`;
  const own = { STORAGE_EMULATOR_HOST: storage, ...signing };
  const stack = await startTestStack({ functions, env: { ...own, ...env } });
  server.createBucket(stack.bucket);
  const call = (path: string, init: RequestInit = {}) => fetch(`${stack.baseUrl}/dataset/${path}`, init);
  return {
    stack,
    firestore: stack.firestore,
    faults,
    storage,
    call,
    bucket: new Storage({ apiEndpoint: storage, projectId: stack.projectId }).bucket(stack.bucket),
    post: (path, body, init) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...init,
      }),
    operations: async () => {
      const counts = (await (await fetch(`${storage}/__operations`)).json()) as Record<string, number>;
      await fetch(`${storage}/__operations`, { method: 'DELETE' });
      return counts;
    },
    close: async () => {
      await stack.close();
      await server.close();
    },
  };
}

export interface DatasetSeed {
  id: string;
  type: DatasetType;
  /** Names by tag id. */
  tags?: Record<string, string>;
  unclassified?: readonly string[];
  owner?: string;
  members?: Record<string, string>;
}

export async function seedDataset({ firestore }: Stage, seed: DatasetSeed): Promise<void> {
  const { id, type, tags = {}, unclassified = [], owner = 'owner', members = {} } = seed;
  const reference = firestore.doc(`dataset/${id}`);
  const list = Object.entries(tags).map(([tag, name]) => ({
    id: tag,
    name,
    color: '#123456',
    imageCounter: 0,
    annotationCounter: 0,
    unclassified: unclassified.includes(tag),
  }));
  await reference.set({ type, name: `Set ${id}`, tags: list, imageCounter: 0, owner, members });
  await Promise.all(list.map((tag) => reference.collection('tag').doc(tag.id).set(tag)));
}

/** Fields of a record that differ from the defaults. `bytes` is the content of its object; without it there is no object. */
export interface ImageSeed {
  id: string;
  bytes?: Buffer;
  name?: string;
  tag?: string | null;
  tags?: Partial<Annotation>[];
  masks?: { tag: string; bytes: Buffer }[];
  set?: string;
  session?: string;
  date?: number;
  format?: string;
  width?: number;
  height?: number;
  /** Fields of the document that override all others. */
  fields?: Record<string, unknown>;
}

/** Creates records, and their objects if they have bytes. */
export async function seedImages(stage: Stage, dataset: string, seeds: readonly ImageSeed[]): Promise<void> {
  for (let at = 0; at < seeds.length; at += 400) {
    const some = seeds.slice(at, at + 400);
    const batch = stage.firestore.batch();
    for (const each of some)
      batch.set(stage.firestore.doc(`image/${each.id}`), recordOf(stage, dataset, each));
    await batch.commit();
    const objects = some.flatMap((each) => objectsOf(dataset, each)).values();
    const worker = async () => {
      for (const [name, bytes] of objects) await putObject(stage, name, bytes);
    };
    await Promise.all(Array.from({ length: 16 }, worker));
  }
}

export const putObject = ({ bucket }: Stage, name: string, bytes: Buffer, contentType = 'image/jpeg') =>
  bucket.file(name).save(bytes, { resumable: false, validation: false, metadata: { contentType } });

export const objectName = (dataset: string, { id, format = 'jpeg' }: ImageSeed): string =>
  `dataset/${dataset}/${id}.${format === 'jpeg' ? 'jpg' : format}`;

const maskName = (dataset: string, { id }: ImageSeed, index: number): string =>
  `dataset/${dataset}/${id}_mask_${index + 1}.png`;

function objectsOf(dataset: string, seed: ImageSeed): [string, Buffer][] {
  const masks = (seed.masks ?? []).map(({ bytes }, index): [string, Buffer] => [
    maskName(dataset, seed, index),
    bytes,
  ]);
  return seed.bytes ? [[objectName(dataset, seed), seed.bytes], ...masks] : masks;
}

function recordOf(stage: Stage, dataset: string, seed: ImageSeed): Record<string, unknown> {
  const { firestore, stack } = stage;
  const tagRef = (id: string): DocumentReference => firestore.doc(`dataset/${dataset}/tag/${id}`);
  const { tag = null, tags = [], masks = [] } = seed;
  const contained = [tag, ...tags.map((each) => each.tag), ...masks.map((each) => each.tag)];
  const name = objectName(dataset, seed);
  return {
    uri: `gs://${stack.bucket}/${name}`,
    encoded: name.replaceAll('/', '--'),
    name: seed.name ?? `${seed.id}.jpg`,
    dataset: firestore.doc(`dataset/${dataset}`),
    tag: tag === null ? null : tagRef(tag),
    tags: tags.map((each) => ({ ...annotation(), ...each, tag: tagRef(each.tag ?? '-') })),
    tagsContained: [...new Set(contained)].flatMap((id) => (id ? [tagRef(id)] : [])),
    set: seed.set ?? 'PREDETERMINED',
    imageData: Buffer.alloc(100),
    date: seed.date ?? 0,
    monitor: null,
    session: seed.session ?? '',
    originalFormat: seed.format ?? 'jpeg',
    content: createHash('sha256')
      .update(seed.bytes ?? seed.id)
      .digest('hex'),
    width: seed.width ?? 64,
    height: seed.height ?? 48,
    masks: masks.map((mask, index) => ({
      tag: tagRef(mask.tag),
      uri: `gs://${stack.bucket}/${maskName(dataset, seed, index)}`,
    })),
    ...seed.fields,
  };
}

const annotation = () => ({ type: 'rect', x: 0.1, y: 0.1, w: 0.2, h: 0.2, labeled: 'manual' });

/** A dataset, its images and all below it but the runs, with the times of their last writes. */
export async function recordsBeside({ firestore }: Stage, dataset: string): Promise<unknown> {
  const reference = firestore.doc(`dataset/${dataset}`);
  const below = await reference.listCollections();
  const queries = [
    firestore.collection('image').where('dataset', '==', reference),
    ...below.filter(({ id }) => !['run', 'job', 'feed'].includes(id)),
  ];
  const pages = await Promise.all(queries.map((query) => query.get()));
  const documents = [await reference.get(), ...pages.flatMap(({ docs }) => docs)];
  return documents.map((each) => [each.ref.path, each.updateTime?.toMillis(), each.data()]);
}
