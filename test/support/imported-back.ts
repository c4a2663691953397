/** An export, imported into an empty dataset: what the new records say, as a reader would. */

import sharp from 'sharp';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { type Format, outOf } from '../../packages/formats/formats.ts';
import type { DatasetType, TrainingSet } from '../../packages/records/src/lists.ts';
import { readIndex } from '../readers/index-file.ts';
import type { Found, FoundImage } from '../readers/read-format.ts';
import { MemoryImport } from './memory-import.ts';
import { MemoryVersions } from './memory-versions.ts';
import type { PlannedDataset } from './planned-dataset.ts';
import { readZip } from './read-zip.ts';
import { holds } from './wanted-labels.ts';
import { writeZip } from './write-zip.ts';

const SHORT: Readonly<Record<TrainingSet, FoundImage['set']>> = {
  TRAIN: 'train',
  VALIDATION: 'val',
  TEST: 'test',
};

/** @throws if a file could not be read */
export async function importedBack(
  memory: MemoryVersions,
  { format, dataset }: { format: Format; dataset: PlannedDataset },
  exported: { bytes: Buffer; notes: string[] },
): Promise<Found> {
  const isArchive = outOf(format).ending === 'zip';
  const files = isArchive ? await readZip(exported.bytes) : null;
  const target = new MemoryVersions(dataset.type, []);
  const coming = new MemoryImport(
    target,
    isArchive ? exported.bytes : packed(memory, format, exported.bytes),
  );
  const checked = await coming.check({ format });
  const ran = await coming.run({ format });
  const unread = [...checked.unread.items, ...ran.unread.items];
  if (unread.length > 0 || ran.progress.failed > 0) throw new Error(`${format}: ${JSON.stringify(unread)}`);
  const ids = new Map([...memory.records.values()].map(({ content, id }) => [content, id]));
  for (const { sha256: digest, image } of files ? readIndex(files) : []) ids.set(digest, image);
  const records = [...target.records.values()];
  const images = await Promise.all(records.map((record) => asRead(record, target, format, dataset)));
  const noted = files?.get('notes.txt')?.toString().trimEnd().split('\n') ?? exported.notes;
  return {
    ...{ files, notes: noted },
    images: new Map(
      images.map((image, at) => {
        const id = ids.get(records[at]?.content ?? '') ?? 'an unknown picture';
        return [id, { ...image, id }];
      }),
    ),
  };
}

/** What people pack: the file, and the pictures that it names. */
function packed({ records, objects }: MemoryVersions, format: Format, bytes: Buffer): Buffer {
  const bytesOf = ({ uri }: ImageRecord) => objects.get(uri.replace('gs://bucket/', ''))?.bytes as Buffer;
  const lines = format === 'ndjson' ? bytes.toString().trimEnd().split('\n').slice(1) : null;
  const pictures =
    lines?.map((line) => {
      const { file, split, image } = JSON.parse(line) as { file: string; split: string; image: string };
      return { path: `images/${split}/${file}`, bytes: bytesOf(records.get(image) as ImageRecord) };
    }) ??
    [...records.values()].map((record) => ({
      path: `pictures/${record.uri.split('/').at(-1)}`,
      bytes: bytesOf(record),
    }));
  return writeZip([{ path: `export.${outOf(format).ending}`, bytes, packed: true }, ...pictures]);
}

const hasOneClass = (format: Format, type: DatasetType): boolean =>
  format !== 'masks' && (type === 'MULTICLASS' || type === 'ANOMALY');

async function asRead(
  { set, tag, tags, tagsContained, masks, width, height }: ImageRecord,
  { dataset, objects }: MemoryVersions,
  format: Format,
  planned: PlannedDataset,
): Promise<Omit<FoundImage, 'id'>> {
  const held = holds(format, planned);
  const nameOf = (id: string) => dataset.tags.find((each) => each.id === id)?.name ?? 'no tag';
  const own = tag === null ? [] : [tag];
  const masked = new Set(masks.map((mask) => mask.tag));
  const boxes = tags.filter(({ type, tag: of }) => type === 'rect' || (type === 'mask' && !masked.has(of)));
  const drawn = masks.map(async (mask) => ({
    ...{ name: nameOf(mask.tag), width, height },
    pixels: await pixelsOf(objects.get(mask.uri.replace('gs://bucket/', ''))?.bytes as Buffer),
  }));
  return {
    set: SHORT[set as TrainingSet],
    classes: held.has('classes') ? (hasOneClass(format, planned.type) ? own : tagsContained).map(nameOf) : [],
    boxes: boxes.map(({ tag: of, x, y, w, h }) => ({ name: nameOf(of), box: [x + w / 2, y + h / 2, w, h] })),
    masks: await Promise.all(drawn),
  };
}

async function pixelsOf(png: Buffer): Promise<Buffer> {
  const pixels = await sharp(png).toColourspace('b-w').extractChannel(0).raw().toBuffer();
  return Buffer.from(pixels.map((value) => Math.min(1, value)));
}
