/**
 * Decodes base64, makes the thumbnail, stores one object, commits one record with the fields of Spec 2.4. It validates,
 * counts and publishes nothing, and sending a frame twice is not safe.
 */
import { FieldValue, Firestore } from '@google-cloud/firestore';
import { Storage } from '@google-cloud/storage';
import { onRequest } from 'firebase-functions/https';
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);
const { projectId, storageBucket } = JSON.parse(process.env.FIREBASE_CONFIG ?? '{}');
const firestore = new Firestore({ projectId });
const bucket = new Storage({ projectId }).bucket(storageBucket);

export const monitor = onRequest(async (request, response) => {
  const { image, image_data } = request.body;
  const bytes = Buffer.from(image, 'base64');
  const thumbnail = await sharp(bytes)
    .resize(300, 300, { fit: 'inside', withoutEnlargement: true })
    .webp({ effort: 1 })
    .toBuffer();
  const reference = firestore.collection('floor').doc();
  const options = { resumable: false, validation: false, contentType: 'image/jpeg' };
  await bucket.file(`floor/${reference.id}.jpg`).save(bytes, options);
  const { dataset, tag, date, name } = image_data;
  const tagReference = firestore.doc(`dataset/${dataset}/tag/${tag}`);
  const record = {
    uri: `gs://${storageBucket}/floor/${reference.id}.jpg`,
    name,
    dataset: firestore.doc(`dataset/${dataset}`),
    tag: tagReference,
    tags: [],
    tagsContained: [tagReference],
    set: 'PREDETERMINED',
    imageData: thumbnail,
    date,
    monitor: firestore.doc('monitor/line-1'),
    session: 'floor',
    createdDate: FieldValue.serverTimestamp(),
    updatedAt: FieldValue.serverTimestamp(),
    originalFormat: 'jpeg',
    width: 640,
    height: 480,
  };
  await firestore.batch().create(reference, record).commit();
  response.json({ data: { error: false, result: 'Added image', id: reference.id } });
});
