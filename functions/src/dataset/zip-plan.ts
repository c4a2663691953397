import { bucketName } from '../common/config.ts';
import { Refusal } from '../common/errors.ts';
import type { Dataset, ImageRecord, Tag } from '../common/model.ts';
import type { Datasets, ImageLists, Objects } from '../common/ports.ts';
import { layOutZip, type ZipEntry } from './zip-layout.ts';
import { refuseZip, zipSize } from './zip-limits.ts';
import { selectImages } from './zip-selection.ts';

/** An archive, settled before its first byte. */
export interface ZipPlan {
  entries: PlannedEntry[];
  annotations: string | null;
  /** Lines for `errors.txt`, so far. */
  notes: string[];
  /** Bytes of the whole archive; images that are converted are taken as they are stored. */
  bytes: number;
  images: ReadonlyMap<string, ImageRecord>;
  tags: readonly Tag[];
}

/** `bytes`: size of the stored object. */
export type PlannedEntry = ZipEntry & { bytes: number };

export interface PlanPorts {
  datasets: Datasets;
  imageLists: ImageLists;
  objects: Objects;
}

/**
 * @throws Refusal `no images found` when none of the images has an object, `archive too large`
 */
export async function planZip(
  dataset: Dataset,
  wanted: readonly unknown[],
  { datasets, imageLists, objects }: PlanPorts,
): Promise<ZipPlan> {
  requireFit({ entries: new Set(wanted).size, bytes: 0 });
  const [tags, { images, notes }] = await Promise.all([
    datasets.tags(dataset),
    selectImages(dataset, wanted, imageLists),
  ]);
  const layout = layOutZip(images, { type: dataset.type, tags, bucket: bucketName() });
  requireFit({ entries: layout.entries.length, bytes: 0 });
  const sizes = await objects.sizes(layout.entries.map(({ source }) => source));
  const plan: ZipPlan = {
    ...{ entries: [], annotations: layout.annotations, notes: [...notes, ...layout.notes], bytes: 0, tags },
    images: new Map(images.map((image) => [image.id, image])),
  };
  for (const entry of layout.entries) {
    const bytes = sizes.get(entry.source);
    if (bytes === undefined) plan.notes.push(`${entry.path}: file not found`);
    else plan.entries.push({ ...entry, bytes });
  }
  if (!plan.entries.some(({ kind }) => kind === 'image')) throw new Refusal('no images found');
  const size = zipSize(plan.entries);
  requireFit(size);
  return { ...plan, bytes: size.bytes };
}

function requireFit(size: { entries: number; bytes: number }): void {
  const reason = refuseZip(size);
  if (reason !== null) throw new Refusal('archive too large', { reason });
}
