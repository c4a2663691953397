/** One sample image: its objects and its record. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { lookOf } from '../../functions/src/common/images/look.ts';
import type { Box } from '../scenes/geometry.ts';
import { drawScene, type Scene } from '../scenes/scene.ts';
import { type Fields, Reference } from './firestore-export/entity.ts';
import { BUCKET, type DatasetId, SESSION_ID, TAG_IDS } from './names.ts';
import type { PlannedImage } from './plan.ts';

export interface SampleObject {
  name: string;
  bytes: Buffer;
  contentType: string;
  /** Unix milliseconds. */
  created: number;
}

export interface SampleImage {
  plan: PlannedImage;
  objects: readonly SampleObject[];
  thumbnail: Buffer;
  /** Tag id of each annotation. */
  annotated: readonly string[];
  /** Distinct tag ids of everything in the image. */
  contained: readonly string[];
  fields: Fields;
}

/** An annotation or mask before it is converted to fields. */
interface Label {
  type: 'rect' | 'mask';
  tag: string;
  box: Box;
}

export async function makeImage(plan: PlannedImage): Promise<SampleImage> {
  const scene = await drawScene(plan.scene);
  const thumbnail = await sharp(scene.jpeg)
    .resize(300, 300, { fit: 'inside' })
    .webp({ quality: 72 })
    .toBuffer();
  const look = lookOf(await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true }));
  const objects = objectsOf(plan, scene);
  const labels = labelsOf(plan, scene);
  const annotated = labels.map(({ tag }) => tag);
  const masked = plan.dataset === 'surface' ? annotated : [];
  const isLabelled = plan.tag !== null || labels.length > 0;
  const contained = [...new Set([...(plan.tag === null ? [] : [plan.tag]), ...annotated])];
  const fields = {
    ...imageFields(plan, scene, objects[0] as SampleObject, thumbnail),
    look,
    shard: shardOf(plan.dataset, plan.id),
    labelled: isLabelled,
    checked: isLabelled && plan.set !== 'REVIEW',
    ...labelFields(plan, labels, contained),
    ...(masked.length === 0 ? {} : { masks: maskFields(plan, masked) }),
  };
  return { plan, objects, thumbnail, annotated, contained, fields };
}

export const tagReference = (dataset: DatasetId, tag: string): Reference =>
  new Reference(`dataset/${dataset}/tag/${tag}`);

/** Creation date of a record: shortly after its capture date. */
export const madeAt = ({ date }: PlannedImage): number => date + 400;

/** Contract 2: paths of objects. */
const imageName = ({ dataset, id }: PlannedImage): string => `dataset/${dataset}/${id}.jpg`;
const maskName = ({ dataset, id }: PlannedImage, index: number): string =>
  `dataset/${dataset}/${id}_mask_${index + 1}.png`;

function objectsOf(plan: PlannedImage, scene: Scene): SampleObject[] {
  const created = madeAt(plan);
  const image = { name: imageName(plan), bytes: scene.jpeg, contentType: 'image/jpeg', created };
  if (plan.dataset !== 'surface') return [image];
  const masks = scene.defects.map(({ mask }, index) => ({
    name: maskName(plan, index),
    bytes: mask,
    contentType: 'image/png',
    created,
  }));
  return [image, ...masks];
}

/** Boxes around parts for detection, masks for the sheet, one box around the defect of a bad casting. */
function labelsOf({ dataset, tag }: PlannedImage, scene: Scene): Label[] {
  if (dataset === 'parts') return scene.parts.map(({ label, box }) => ({ type: 'rect', tag: label, box }));
  if (dataset === 'surface')
    return scene.defects.map(({ label, box }) => ({ type: 'mask', tag: label, box }));
  if (dataset === 'castings' && tag === 'defective') {
    return scene.defects.map(({ box }) => ({ type: 'rect', tag, box }));
  }
  return [];
}

function imageFields(plan: PlannedImage, scene: Scene, object: SampleObject, thumbnail: Buffer): Fields {
  const made = new Date(madeAt(plan));
  return {
    uri: `gs://${BUCKET}/${object.name}`,
    encoded: object.name.replaceAll('/', '--'),
    name: `${plan.id}.jpg`,
    dataset: new Reference(`dataset/${plan.dataset}`),
    tag: plan.tag === null ? null : tagReference(plan.dataset, plan.tag),
    set: plan.set,
    imageData: thumbnail,
    date: plan.date,
    monitor: plan.monitor === null ? null : new Reference(`monitor/${plan.monitor}`),
    session: plan.inSession ? SESSION_ID : '',
    createdDate: made,
    updatedAt: made,
    originalFormat: 'jpeg',
    content: createHash('sha256').update(object.bytes).digest('hex'),
    width: scene.width,
    height: scene.height,
  };
}

function labelFields(
  { dataset, labeled }: PlannedImage,
  labels: readonly Label[],
  contained: readonly string[],
): Fields {
  const inOrder = TAG_IDS[dataset].filter((tag) => contained.includes(tag));
  return {
    tags: labels.map(({ type, tag, box }) => ({ type, tag: tagReference(dataset, tag), ...box, labeled })),
    tagsContained: inOrder.map((tag) => tagReference(dataset, tag)),
  };
}

const maskFields = (plan: PlannedImage, tags: readonly string[]): Fields[] =>
  tags.map((tag, index) => ({
    tag: tagReference(plan.dataset, tag),
    uri: `gs://${BUCKET}/${maskName(plan, index)}`,
  }));
