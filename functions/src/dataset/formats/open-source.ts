import { classesOf, type ExportSource } from '../../../../packages/formats/src/write/export-source.ts';
import type { ManifestImage } from '../../../../packages/records/src/manifest.ts';
import type { VersionCounts } from '../../../../packages/records/src/version-counts.ts';
import type { Objects } from '../../common/ports.ts';
import { readLine } from '../../common/versions/manifest.ts';
import { readManifest } from '../../common/versions/read-manifest.ts';
import type { Version } from '../../common/versions/version-ports.ts';
import { PageStore } from '../page-store.ts';
import { LineSpool } from '../version/line-spool.ts';

export type Ready = Version & { counts: VersionCounts };

/** Images that are kept in memory, compressed: about 150 bytes each. */
const MOST_PACKED = 100_000;

/** Reads the images from Storage each time: for formats that read them once. */
export const openOnce = async (dataset: string, version: Ready, objects: Objects): Promise<ExportSource> =>
  sourceOf(dataset, version, () => readManifest({ dataset, hash: version.hash }, objects));

/**
 * Reads the images once and keeps them compressed, unless they are very many: an archive needs them several times.
 * @throws the error of Storage
 */
export async function openPacked(dataset: string, version: Ready, objects: Objects): Promise<ExportSource> {
  if (version.counts.images > MOST_PACKED) return openOnce(dataset, version, objects);
  const spool = new LineSpool(new PageStore(dataset, null));
  for await (const page of readManifest({ dataset, hash: version.hash }, objects))
    await spool.add(page.map((image) => [image.image, JSON.stringify(image)] as const));
  return sourceOf(dataset, version, () => unpacked(spool));
}

function sourceOf(
  dataset: string,
  { parameters, counts }: Ready,
  images: ExportSource['images'],
): ExportSource {
  const { type, tagmap, tags } = parameters;
  return {
    dataset,
    type,
    counts,
    classes: classesOf(parameters),
    tags,
    tagmap: new Map(Object.entries(tagmap)),
    images,
  };
}

async function* unpacked(spool: LineSpool): AsyncGenerator<ManifestImage[]> {
  for await (const page of spool.pages()) yield page.map(([, line]) => readLine(line));
}
