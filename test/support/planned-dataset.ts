/** Datasets as a test describes them: with pictures that readers can open, and what each format must say of each image. */

import sharp from 'sharp';
import { HttpError } from '../../functions/src/common/errors.ts';
import type { Format } from '../../packages/formats/formats.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import type { DatasetType, TrainingSet } from '../../packages/records/src/lists.ts';
import { drawPicture, type Picture } from './made-picture.ts';
import { MemoryVersions } from './memory-versions.ts';

/** Classes are meant by their number. */
export interface PlannedImage {
  name: string;
  picture: Picture;
  set: TrainingSet;
  tag: number | null;
  annotations: (Omit<Annotation, 'tag' | 'labeled'> & { tag: number })[];
  /** A byte for each pixel of the upright picture. */
  masks: { tag: number; pixels: Uint8Array }[];
}

export interface PlannedDataset {
  type: DatasetType;
  classes: readonly string[];
  images: readonly PlannedImage[];
}

/** In the order of the list. */
export const idOf = (at: number): string => `image-${String(at).padStart(4, '0')}`;
const tagOf = (number: number): string => `tag-${number}`;

/** The records, and a version of them. */
export async function makePlanned({ type, classes, images }: PlannedDataset): Promise<MemoryVersions> {
  const memory = new MemoryVersions(
    type,
    classes.map((name, number) => ({ id: tagOf(number), name })),
  );
  for (const [at, { name, picture, set, tag, annotations, masks }] of images.entries()) {
    const { width, height, kind } = picture;
    const tags = annotations.map((each) => ({ ...each, tag: tagOf(each.tag), labeled: 'manual' as const }));
    const drawn = masks.map(async (mask, number) => ({
      ...{ id: String(number), tag: tagOf(mask.tag) },
      uri: memory.put(`${idOf(at)}_mask_${number}.png`, await maskFile(mask.pixels, picture)),
    }));
    memory.add(
      idOf(at),
      {
        ...{ name, set, tags, width, height, tag: tag === null ? null : tagOf(tag) },
        ...{ originalFormat: kind === 'cmyk' ? 'jpeg' : kind, masks: await Promise.all(drawn) },
      },
      await drawPicture(picture),
    );
  }
  await memory.make({ group: 'image' });
  return memory;
}

const maskFile = (pixels: Uint8Array, { width, height }: Picture): Promise<Buffer> =>
  sharp(
    pixels.map((value) => value * 255),
    { raw: { width, height, channels: 1 } },
  )
    .toColourspace('b-w')
    .png()
    .toBuffer();

/** Two classes that an import file would give the same label, or none, get other ones: a `tagmap`, as the service says. */
export async function exportPlanned(memory: MemoryVersions, format: Format) {
  try {
    return await memory.export(format);
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'export failed') throw error;
    const [version] = memory.versions;
    const tagmap = Object.fromEntries(memory.dataset.tags.map(({ id }, at) => [id, `class_${at}`]));
    const parameters = version!.parameters;
    version!.parameters = { ...parameters, tagmap };
    return memory.export(format).finally(() => Object.assign(version!, { parameters }));
  }
}
