import { createHash } from 'node:crypto';
import { Storage } from '@google-cloud/storage';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { runIndexName, runName } from '../../functions/src/common/runs/run-ports.ts';
import { RunIndexBuilder } from '../../functions/src/dataset/runs/judge/run-index-builder.ts';
import { byteOrder } from '../../packages/records/src/byte-order.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { type RunImage, runLine } from '../../packages/records/src/run-lines.ts';
import { imageRecord } from './image-record.ts';
import type { TestStack } from './stack.ts';

export interface RunSeed {
  dataset: string;
  number: number;
  lines: readonly (RunImage & { record?: Partial<ImageRecord> })[];
  type?: DatasetType;
  trainedOn?: number;
}

/** A run that is ready: record, file and index, without a call to the service. @returns its number */
export async function putRun(
  {
    firestore,
    bucket,
    addresses,
    projectId,
  }: Pick<TestStack, 'firestore' | 'bucket' | 'addresses' | 'projectId'>,
  { dataset, number, lines, type = 'MULTICLASS', trainedOn }: RunSeed,
): Promise<number> {
  const sorted = lines.toSorted((a, b) => byteOrder(a.image, b.image));
  const texts = sorted.map(runLine);
  const builder = new RunIndexBuilder(type);
  for (const [at, { record, ...line }] of sorted.entries())
    builder.add({ ...line, length: Buffer.byteLength(texts[at]!), record: imageRecord(record) });
  const file = Buffer.from(texts.map((text) => `${text}\n`).join(''));
  const hash = createHash('sha256').update(file).digest('hex');
  const objects = new Storage({ apiEndpoint: `http://${addresses.storage}`, projectId }).bucket(bucket);
  const save = (name: string, bytes: Buffer) =>
    objects.file(name).save(bytes, { resumable: false, validation: false });
  await save(runName(dataset, hash), file);
  await save(runIndexName(dataset, number), builder.finish());
  await firestore.doc(`dataset/${dataset}/run/${number}`).set({
    ...{ number, hash, state: 'ready', name: `run ${number}`, model: '', source: 'upload' },
    ...{ trainedOn: trainedOn ?? null, by: '', createdAt: new Date() },
    counts: { images: lines.length, empty: 0, predictions: 0, tags: tagsOf(lines), gone: 0 },
  });
  return number;
}

const tagsOf = (lines: readonly RunImage[]): Record<string, number> => {
  const all = lines.flatMap(({ predictions }) => predictions.map(({ tag }) => tag));
  return Object.fromEntries(all.map((tag) => [tag, all.filter((each) => each === tag).length]));
};
