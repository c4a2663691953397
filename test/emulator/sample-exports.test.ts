/**
 * Exports of the sample data as in the README: a training file, an archive, crops, counters.
 * @covers Spec 4.1 csv, downloadZip, annotationsCrops, refreshCounters on the whole sample
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Firestore, type QueryDocumentSnapshot } from '@google-cloud/firestore';
import { Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { BUCKET, DATASET_IDS, type DatasetId, PROJECT } from '../../emulators/sample/names.ts';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { type FirestoreEmulator, startFirestore } from '../../emulators/stack/firestore.ts';
import { type RunningFunction, startFunction } from '../../emulators/stack/function.ts';
import { type RunningStorage, startStorage } from '../../emulators/storage/server.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { checkImport } from '../support/automl-checker.ts';

const run = promisify(execFile);
const SAMPLE = join(import.meta.dirname, '../../emulator-data');
const [WIDTH, HEIGHT] = [640, 480];

let emulator: FirestoreEmulator;
let storage: RunningStorage;
let dataset: RunningFunction;
let firestore: Firestore;
let images: QueryDocumentSnapshot[];

beforeAll(async () => {
  const seed = join(SAMPLE, 'firestore_export/firestore_export.overall_export_metadata');
  [emulator, storage] = await Promise.all([startFirestore({ port: 0, seed }), startStorage({ port: 0 })]);
  await storage.importFrom(join(SAMPLE, 'storage_export'));
  const addresses = { firestore: `127.0.0.1:${emulator.port}`, storage: `127.0.0.1:${storage.port}` };
  const env = { ...functionEnvironment({ projectId: PROJECT, ...addresses }), ZIP_STREAM_LIMIT: '1e9' };
  dataset = await startFunction({ name: 'dataset', env });
  firestore = new Firestore({ projectId: PROJECT, host: addresses.firestore, ssl: false });
  images = (await firestore.collection('image').get()).docs;
});
afterAll(async () => {
  await dataset.close();
  await firestore.terminate();
  await Promise.all([emulator.close(), storage.close()]);
});

const call = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${dataset.port}/${path}`, init);
const imagesOf = (id: DatasetId) => images.filter((image) => image.get('dataset').id === id);

function objectAt(uri: string) {
  const client = new Storage({ apiEndpoint: `http://127.0.0.1:${storage.port}`, projectId: PROJECT });
  expect(uri.startsWith(`gs://${BUCKET}/`)).toBe(true);
  return client.bucket(BUCKET).file(uri.slice(`gs://${BUCKET}/`.length));
}

describe.each(DATASET_IDS)('the sample dataset %s', (id) => {
  test('gives a training file whose every line the importer accepts', async () => {
    const answer = await call(`${id}/csv`);
    const { result } = (await answer.json()) as { result: { training: { dataset: string } } };
    const [csv] = await objectAt(result.training.dataset).download();
    const type = (await firestore.doc(`dataset/${id}`).get()).get('type') as DatasetType;
    expect(checkImport(type, csv)).toEqual([]);
    const uris = new Set(
      csv
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.split(',')[1]),
    );
    const wanted = imagesOf(id).filter((image) => image.get('set') !== 'REVIEW');
    expect(uris).toEqual(new Set(wanted.map((image) => image.get('uri'))));
  });

  test("gives an archive that the system's unzip accepts, with the documented folders", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sample-zip-'));
    const body = JSON.stringify({ images: imagesOf(id).map((image) => image.id) });
    const headers = { 'content-type': 'application/json' };
    const answer = await call(`${id}/downloadZip`, { method: 'POST', headers, body });
    await writeFile(join(folder, 'a.zip'), Buffer.from(await answer.arrayBuffer()));
    const { stdout } = await run('unzip', ['-Z1', join(folder, 'a.zip')]);
    const wanted = imagesOf(id).flatMap((image) => placesOf(id, image));
    const extra = id === 'parts' ? ['annotations.json'] : [];
    expect(stdout.trim().split('\n').sort()).toEqual([...wanted.map(([path]) => path), ...extra].sort());
    await run('unzip', ['-q', join(folder, 'a.zip'), '-d', join(folder, 'out')]);
    for (const [path, uri] of wanted) {
      const [bytes] = await objectAt(uri).download();
      expect([path, bytes.equals(await readFile(join(folder, 'out', path)))]).toEqual([path, true]);
    }
    expect((await readdir(join(folder, 'out'))).sort()).toEqual(TOP[id]);
    await rm(folder, { recursive: true });
  });

  test('has correct counters after a refresh, whatever they were before', async () => {
    const reference = firestore.doc(`dataset/${id}`);
    const before = await shown(id);
    const { docs } = await reference.collection('tag').get();
    await reference.update({ imageCounter: 7000 });
    await docs[0]?.ref.update({ imageCounter: -4, annotationCounter: 99 });
    await reference.collection('counter').doc('base').update({ images: 3 });
    const answer = await call(`${id}/refreshCounters`, { method: 'POST' });
    expect(await answer.json()).toEqual({ error: false, status: 'success' });
    expect(await shown(id)).toEqual(before);
    expect(before).toEqual(recounted(id));
  });
});

test('each annotation of the sample parts is a crop that shows its box', async () => {
  for (const { id: tag } of (await firestore.collection('dataset/parts/tag').get()).docs) {
    const crops = (await (await call(`parts/annotationsCrops/${tag}`)).json()) as Record<string, string>[];
    const wanted = imagesOf('parts')
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap((image) =>
        (image.get('tags') as Box[]).flatMap((box, tagIndex) =>
          box.tag.id === tag ? [{ id: tag, imageId: image.id, tagIndex, box }] : [],
        ),
      );
    expect(crops.map(({ cropUri: _, ...crop }) => crop)).toEqual(wanted.map(({ box: _, ...crop }) => crop));
    expect(crops.length).toBeGreaterThan(0);
    for (const [at, { cropUri = '' }] of crops.entries()) {
      const { info } = await sharp(Buffer.from(cropUri.split(',')[1] ?? '', 'base64'))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { w, h } = (wanted[at] as (typeof wanted)[number]).box;
      expect(Math.abs(info.width - w * WIDTH)).toBeLessThan(2);
      expect(Math.abs(info.height - h * HEIGHT)).toBeLessThan(2);
    }
  }
});

interface Box {
  tag: { id: string };
  w: number;
  h: number;
}

const TOP: Record<DatasetId, string[]> = {
  bolts: ['Unclassified', 'good', 'missing_thread', 'rusty'],
  castings: ['Unclassified', 'defective', 'normal'],
  surface: ['Anomaly', 'Normal'],
  parts: ['annotations.json', 'images'],
};

/** The paths of an image and its masks in the archive (Spec 4.1, Contract 4), and their objects. */
function placesOf(id: DatasetId, image: QueryDocumentSnapshot): [path: string, uri: string][] {
  const uri = image.get('uri') as string;
  const at = (folder: string): [string, string] => [`${folder}/${image.id}.jpg`, uri];
  const tag = image.get('tag')?.id as string | undefined;
  if (id === 'parts') return [at('images')];
  if (id !== 'surface') return [at(tag === undefined || tag === 'unclassified' ? 'Unclassified' : tag)];
  const contained = (image.get('tagsContained') as { id: string }[]).map((each) => each.id);
  const defects = contained.filter((each) => each !== 'normal');
  if (defects.length === 0) return [at(contained.length > 0 ? 'Normal' : 'Anomaly/0')];
  const masks = (image.get('masks') ?? []) as { tag: { id: string }; uri: string }[];
  return defects.flatMap((defect) => [
    at(`Anomaly/${defect}`),
    ...masks
      .filter((mask) => mask.tag.id === defect)
      .map((mask, index): [string, string] => [
        `Anomaly/${defect}/Masks/${image.id}_mask${index === 0 ? '' : `_${index + 1}`}.png`,
        mask.uri,
      ]),
  ]);
}

async function shown(id: DatasetId) {
  const reference = firestore.doc(`dataset/${id}`);
  const tags = (await reference.collection('tag').get()).docs.map((tag) => [
    tag.id,
    [tag.get('imageCounter'), tag.get('annotationCounter')],
  ]);
  return { images: (await reference.get()).get('imageCounter'), tags: Object.fromEntries(tags) };
}

function recounted(id: DatasetId) {
  const tags: Record<string, [number, number]> = {};
  const countOf = (tag: string) => {
    tags[tag] ??= [0, 0];
    return tags[tag];
  };
  for (const image of imagesOf(id)) {
    for (const tag of image.get('tagsContained') as { id: string }[]) countOf(tag.id)[0] += 1;
    for (const box of image.get('tags') as Box[]) countOf(box.tag.id)[1] += 1;
  }
  return { images: imagesOf(id).length, tags };
}
