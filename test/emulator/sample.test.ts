/**
 * @covers Contract 2 records with references; sample data
 * @covers Contract 9 counters by set, unlabelled, timeline
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocumentReference, Firestore, Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { readLog } from '../../emulators/sample/firestore-export/log.ts';
import {
  BUCKET,
  DATASET_IDS,
  emailOf,
  PASSWORD,
  PROJECT,
  SESSION_ID,
  TAG_IDS,
  USERS,
} from '../../emulators/sample/names.ts';
import { planImages } from '../../emulators/sample/plan.ts';
import { type RunningAuth, startAuth } from '../../emulators/stack/auth.ts';
import { type FirestoreEmulator, startFirestore } from '../../emulators/stack/firestore.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { countedMore, shownMore } from '../support/factory.ts';

const SAMPLE = join(import.meta.dirname, '../../emulator-data');
const LOG = 'firestore_export/all_namespaces/all_kinds/output-0';

const object = (uri: string): Promise<Buffer> =>
  readFile(join(SAMPLE, 'storage_export/blobs', uri.split('/').at(-1) ?? ''));

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('the Firestore emulator, started with the sample', () => {
  let emulator: FirestoreEmulator;
  let database: Firestore;
  let images: FirebaseFirestore.QueryDocumentSnapshot[];

  beforeAll(async () => {
    const seed = join(SAMPLE, 'firestore_export/firestore_export.overall_export_metadata');
    emulator = await startFirestore({ port: 0, seed });
    database = new Firestore({ projectId: PROJECT, host: `127.0.0.1:${emulator.port}`, ssl: false });
    images = (await database.collection('image').get()).docs;
  });
  afterAll(async () => {
    await database.terminate();
    await emulator.close();
  });

  test('holds every document of the export, and exports them again with the same content', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sample-export-'));
    await emulator.exportTo(directory);
    // The emulator does not keep the order of fields, so the bytes of each record are compared after sorting.
    const contents = async (root: string) =>
      readLog(await readFile(join(root, LOG)))
        .map((record) => digest(Buffer.from(record).sort()))
        .sort();
    const [given, taken] = await Promise.all([contents(SAMPLE), contents(directory)]);
    await rm(directory, { recursive: true });
    expect(given.length).toBeGreaterThan(planImages().length);
    expect(taken).toEqual(given);
  });

  test('has a dataset of each type, whose tag documents and list agree', async () => {
    const types = [];
    for (const id of DATASET_IDS) {
      const dataset = await database.doc(`dataset/${id}`).get();
      types.push(dataset.get('type'));
      expect(dataset.data()).toMatchObject({
        owner: 'owner',
        members: { editor: 'editor', viewer: 'viewer' },
      });
      expect(dataset.get('createdAt')).toBeInstanceOf(Timestamp);
      const tags = await database.collection(`dataset/${id}/tag`).get();
      const listed = dataset.get('tags') as { id: string; imageCounter: number }[];
      expect(listed.map((tag) => tag.id)).toEqual(TAG_IDS[id]);
      expect(Object.fromEntries(tags.docs.map((tag) => [tag.id, tag.data()]))).toEqual(
        Object.fromEntries(listed.map((tag) => [tag.id, tag])),
      );
    }
    expect(types).toEqual(['MULTICLASS', 'ANOMALY', 'MULTILABEL', 'imageObjectDetection']);
  });

  test('has counters that match its image records, and at least 12 images of each tag', async () => {
    for (const id of DATASET_IDS) {
      const own = images.filter((image) => image.get('dataset').path === `dataset/${id}`);
      const dataset = await database.doc(`dataset/${id}`).get();
      const base = await database.doc(`dataset/${id}/counter/base`).get();
      expect([dataset.get('imageCounter'), base.get('images')]).toEqual([own.length, own.length]);
      for (const tag of dataset.get('tags')) {
        const path = `dataset/${id}/tag/${tag.id}`;
        const has = (list: { path: string }[]) => list.filter((each) => each.path === path).length;
        const contained = own.filter((image) => has(image.get('tagsContained')) === 1).length;
        const annotations = own.reduce(
          (sum, image) => sum + has(image.get('tags').map((each: { tag: DocumentReference }) => each.tag)),
          0,
        );
        expect(tag).toMatchObject({ imageCounter: contained, annotationCounter: annotations });
        expect(base.get('tag')[tag.id]).toMatchObject({ images: contained, annotations });
        expect([path, contained >= 12]).toEqual([path, true]);
      }
      const stack = { firestore: database };
      expect(await shownMore(stack, id)).toEqual(await countedMore(stack, id));
      for (const image of own) expect(image.get('shard')).toBe(shardOf(id, image.id));
    }
  });

  test('has image records with every field of Spec 2.4, and valid references', async () => {
    const paths = new Set<string>();
    for (const image of images) {
      const fields = image.data();
      expect(fields).toMatchObject({
        uri: `gs://${BUCKET}/dataset/${fields.dataset.id}/${image.id}.jpg`,
        encoded: `dataset--${fields.dataset.id}--${image.id}.jpg`,
        name: `${image.id}.jpg`,
        originalFormat: 'jpeg',
        width: 640,
        height: 480,
        date: expect.any(Number),
        createdDate: expect.any(Timestamp),
        updatedAt: expect.any(Timestamp),
        set: expect.stringMatching(/^(TRAIN|TEST|VALIDATION|PREDETERMINED|REVIEW)$/),
        session: image.get('session') === '' ? '' : SESSION_ID,
      });
      const labels = [...fields.tags, ...(fields.masks ?? [])].map((each) => each.tag);
      const references = [fields.dataset, fields.tag, fields.monitor, ...fields.tagsContained, ...labels];
      for (const reference of references.filter((each) => each !== null)) {
        expect(reference).toBeInstanceOf(DocumentReference);
        paths.add(reference.path);
      }
      const contained = new Set(
        [fields.tag, ...labels].filter((each) => each !== null).map((each) => each.path),
      );
      expect(fields.tagsContained.map((each: DocumentReference) => each.path).sort()).toEqual(
        [...contained].sort(),
      );
    }
    const found = await database.getAll(...[...paths].map((path) => database.doc(path)));
    expect(found.filter((each) => !each.exists).map((each) => each.ref.path)).toEqual([]);
  });

  test('has thumbnails of 300 px and records that match their objects, masks included', async () => {
    for (const image of images) {
      const thumbnail = await sharp(image.get('imageData')).metadata();
      expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['webp', 300, 225]);
      const original = await object(image.get('uri'));
      expect(digest(original)).toBe(image.get('content'));
      for (const { uri } of image.get('masks') ?? []) {
        const mask = await sharp(await object(uri)).metadata();
        expect([mask.format, mask.width, mask.height, mask.channels]).toEqual(['png', 640, 480, 1]);
      }
    }
    expect(images.filter((image) => (image.get('masks') ?? []).length > 1).length).toBeGreaterThanOrEqual(10);
  });

  test('has two stopped monitors and a finished session whose count is that of its images', async () => {
    const monitors = await database.collection('monitor').get();
    expect(monitors.docs.map((each) => [each.id, each.get('session'), each.get('dataset').id])).toEqual([
      ['line-1', '', 'bolts'],
      ['line-2', '', 'parts'],
    ]);
    const session = (await database.doc(`session/${SESSION_ID}`).get()).data()!;
    const frames = images.filter((image) => image.get('session') === SESSION_ID);
    expect(frames.every((frame) => frame.get('monitor').path === 'monitor/line-1')).toBe(true);
    const inside = (date: number) => date >= session.start.toMillis() && date <= session.stop.toMillis();
    expect(frames.every((frame) => inside(frame.get('date')))).toBe(true);
    expect(session).toMatchObject({
      data: {
        controller: { action: { status: false, request: { command: '', params: {} } } },
        totalCounter: frames.length,
      },
      flow: {},
      uid: 'owner',
    });
    expect(session.monitor.path).toBe('monitor/line-1');
  });
});

/** The emulator suite's own modules: CommonJS without types. */
const require = createRequire(import.meta.url);
const suite = (path: string) => require(`firebase-tools/lib/emulator/${path}`);

describe("the suite's auth emulator", () => {
  let auth: RunningAuth;
  let base: string;

  // In a process of its own: Jest's loader needs six seconds of processor time for it.
  beforeAll(async () => {
    auth = await startAuth({ port: 0, projectId: PROJECT });
    base = `http://127.0.0.1:${auth.port}`;
  });
  afterAll(() => auth.close());

  const send = async (method: string, path: string, body: string) => {
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
    const response = await fetch(`${base}${path}`, { method, headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  test('imports the users; each signs in with the password and carries its claims', async () => {
    const config = await readFile(join(SAMPLE, 'auth_export/config.json'), 'utf8');
    const accounts = await readFile(join(SAMPLE, 'auth_export/accounts.json'), 'utf8');
    const identity = '/identitytoolkit.googleapis.com/v1';
    expect((await send('PATCH', `/emulator/v1/projects/${PROJECT}/config`, config)).status).toBe(200);
    const imported = await send('POST', `${identity}/projects/${PROJECT}/accounts:batchCreate`, accounts);
    expect(imported).toEqual({ status: 200, body: { kind: expect.any(String), error: [] } });
    for (const { uid, claims } of USERS) {
      const credentials = JSON.stringify({
        email: emailOf(uid),
        password: PASSWORD,
        returnSecureToken: true,
      });
      const { body } = await send('POST', `${identity}/accounts:signInWithPassword?key=any`, credentials);
      const token = JSON.parse(Buffer.from(body.idToken!.split('.')[1]!, 'base64url').toString());
      expect(token).toMatchObject({ sub: uid, email: emailOf(uid), email_verified: true, ...claims });
    }
  });
});

describe("the suite's Storage emulator", () => {
  test('imports every object of the sample', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sample-storage-'));
    const { StorageLayer } = suite('storage/files');
    const { Persistence } = suite('storage/persistence');
    const { EmulatorRegistry } = suite('registry');
    EmulatorRegistry.url = () => new URL('http://127.0.0.1:9199');
    const [files, buckets] = [new Map(), new Map()];
    const layer = new StorageLayer(PROJECT, files, buckets, {}, {}, new Persistence(directory), {
      dispatch() {},
    });
    layer.import(join(SAMPLE, 'storage_export'), { initiatedBy: 'start' });
    expect([...buckets.keys()]).toEqual([BUCKET]);
    for (const { dataset, id } of planImages()) {
      const stored = layer.getBytes(BUCKET, `dataset/${dataset}/${id}.jpg`) as Buffer;
      expect(stored.equals(await object(`${id}.jpg`))).toBe(true);
    }
    await rm(directory, { recursive: true });
  });
});
