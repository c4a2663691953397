import { Storage } from '@google-cloud/storage';
import { vectorPartName } from '../../functions/src/common/records/vector-ports.ts';
import { builtin } from '../../functions/src/dataset/suggest/builtin.ts';
import { lookOf } from '../../functions/src/dataset/suggest/look.ts';
import { packPart } from '../../functions/src/dataset/suggest/vector-part.ts';
import { DESCRIPTOR_LENGTH } from '../../packages/look/src/descriptor.ts';
import type { TestStack } from './stack.ts';

/** A dataset whose pictures have been looked at: two images of each of two classes, and three more. */
export async function putLooked(
  { firestore, bucket, addresses, projectId }: TestStack,
  dataset: string,
): Promise<void> {
  const reference = firestore.doc(`dataset/${dataset}`);
  const tags = ['dark', 'light'].map((id) => ({ id, name: id, color: '' }));
  const images = ['dark', 'dark', 'light', 'light', null, null, null].map((tag, at) => ({
    ...{ id: `${dataset}-${at}`, tag, session: '', date: at, look: '', content: String(at) },
    vector: new Int8Array(DESCRIPTOR_LENGTH).fill(tag === 'light' ? 90 + at : at),
  }));
  const objects = new Storage({ apiEndpoint: `http://${addresses.storage}`, projectId }).bucket(bucket);
  const file = objects.file(vectorPartName(dataset, 'part'));
  await file.save(packPart(images), { resumable: false, validation: false });
  const looked = { have: images.length, unreadable: 0 };
  const vectors = {
    ...{ embedder: lookOf(builtin), parts: ['part'], ...looked },
    walk: { after: '', have: 0, unreadable: 0 },
  };
  await reference.set({
    ...{ type: 'MULTICLASS', name: dataset, tags, imageCounter: images.length },
    ...{ owner: 'owner', members: {}, people: ['owner'], suggest: 'builtin', vectors },
  });
  const tagOf = (tag: string | null) => (tag === null ? [] : [reference.collection('tag').doc(tag)]);
  for (const { id, tag, vector: _, ...seen } of images)
    await firestore.doc(`image/${id}`).set({
      ...{ ...seen, name: id, uri: `gs://${bucket}/dataset/${dataset}/${id}.jpg`, dataset: reference },
      ...{ tag: tagOf(tag)[0] ?? null, tags: [], tagsContained: tagOf(tag), set: 'TRAIN', masks: [] },
    });
}
