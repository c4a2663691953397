/** What the archives of the zip bench are made of. */
import { randomBytes } from 'node:crypto';
import type { Firestore } from '@google-cloud/firestore';
import { type Bucket, Storage } from '@google-cloud/storage';
import { bucketOf } from '../../emulators/stack/environment.ts';
import { ownerClient } from '../../emulators/stack/owner-client.ts';

/** A JPEG of a usual inspection camera, bytes. */
export const PICTURE = 230_000;
/** As many of those as an archive may hold: 10,000 are over its 2 GiB (Contract 4). */
export const MOST = 9000;

export const bucketAt = (address: string, projectId: string): Bucket =>
  new Storage({ apiEndpoint: `http://${address}`, projectId }).bucket(bucketOf(projectId));

/** `small`: an object of 2 KB for each record. `large`: records that share 50 objects of 230 KB. */
export async function seed(
  projectId: string,
  addresses: { firestore: string; storage: string },
  images: number,
): Promise<void> {
  const db = ownerClient(projectId, addresses.firestore);
  const bucket = bucketAt(addresses.storage, projectId);
  const jpeg = (size: number) => Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(size - 3)]);
  const small = jpeg(2000);
  await seedRecords(projectId, db, 'small', images, (at) => `small-${at}.jpg`);
  await seedRecords(projectId, db, 'large', MOST, (at) => `large-${at % 50}.jpg`);
  const objects = [
    ...Array.from({ length: images }, (_, at): [string, Buffer] => [`dataset/small/small-${at}.jpg`, small]),
    ...Array.from({ length: 50 }, (_, at): [string, Buffer] => [
      `dataset/large/large-${at}.jpg`,
      jpeg(PICTURE),
    ]),
  ].values();
  const worker = async () => {
    for (const [name, bytes] of objects)
      await bucket.file(name).save(bytes, { resumable: false, validation: false });
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  await db.terminate();
}

async function seedRecords(
  projectId: string,
  db: Firestore,
  dataset: string,
  count: number,
  objectOf: (at: number) => string,
): Promise<void> {
  const bucket = bucketOf(projectId);
  await db
    .doc(`dataset/${dataset}`)
    .set({ type: 'MULTICLASS', name: dataset, tags: [{ id: 't', name: 'label' }] });
  for (let start = 0; start < count; start += 500) {
    const batch = db.batch();
    for (let at = start; at < Math.min(count, start + 500); at += 1) {
      batch.set(db.doc(`image/${dataset}-${at}`), {
        uri: `gs://${bucket}/dataset/${dataset}/${objectOf(at)}`,
        name: `frame-${at}.jpg`,
        dataset: db.doc(`dataset/${dataset}`),
        tag: db.doc(`dataset/${dataset}/tag/t`),
        tags: [],
        tagsContained: [db.doc(`dataset/${dataset}/tag/t`)],
        set: 'TRAIN',
        imageData: Buffer.alloc(2000),
        date: at,
        session: '',
        originalFormat: 'jpeg',
        content: 'x',
        width: 640,
        height: 480,
        masks: [],
      });
    }
    await batch.commit();
  }
}
