import { inOrder } from '../../common/concurrency/in-order.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { Datasets, ImageLists } from '../../common/ports.ts';
import { withRenamedTags } from '../../common/records/rename-tags.ts';
import type { Reading } from '../../common/storage/read-whole.ts';
import { annotationsJson, type CocoImage } from './coco.ts';
import { readEntry } from './read-entry.ts';
import { ERRORS_FILE } from './zip-folders.ts';
import { type Content, LEAD, linesFile, Outage, piecedFile, tryRead, type ZipFile } from './zip-pipeline.ts';
import type { PlannedEntry, ZipPlan } from './zip-plan.ts';

interface ZipReading extends Reading {
  datasets: Pick<Datasets, 'tagsAt'>;
  imageLists: Pick<ImageLists, 'byIds'>;
}

type Outcome = { entry: PlannedEntry } & ({ content: Content } | { failure: unknown });

/**
 * The files of an archive in their order (Contract 4). Images that cannot be read are left out and listed in `errors.txt`,
 * the last file, which exists only if it has lines. Yields nothing if no image can be read.
 * @throws HttpError `unavailable` if Storage is unavailable; the reason of `signal`
 */
export async function* zipFiles(plan: ZipPlan, reading: ZipReading): AsyncGenerator<ZipFile> {
  const notes = [...plan.notes];
  const inArchive = new Map<string, string>();
  const outage = new Outage();
  for await (const { entry, ...outcome } of outcomes(plan, reading)) {
    if ('failure' in outcome) {
      outage.failed(outcome.failure);
      notes.push(`${entry.path}: cannot be read`);
    } else if (entry.kind === 'mask' && !inArchive.has(entry.imageId)) {
      notes.push(`${entry.path}: mask of an image that is missing`);
    } else {
      outage.worked();
      if (entry.kind === 'image') inArchive.set(entry.imageId, entry.path);
      yield { path: entry.path, content: outcome.content };
    }
  }
  // The archive would be empty, because Storage is unavailable for the few images that were requested.
  if (inArchive.size === 0) return outage.end();
  if (plan.annotations !== null)
    yield piecedFile(plan.annotations, annotations(plan, inArchive, notes, reading));
  if (notes.length > 0) yield linesFile(ERRORS_FILE, notes);
}

const outcomes = (plan: ZipPlan, reading: ZipReading): AsyncGenerator<Outcome> => {
  const { signal } = reading;
  const read = async (entry: PlannedEntry): Promise<Outcome> => {
    const content = readEntry(entry, reading).then((made) => ({ content: made }));
    return { entry, ...(await tryRead(content, { image: entry.imageId, from: 'archive', signal })) };
  };
  return inOrder(plan.entries, read, { ...LEAD, weigh: ({ weight }) => weight });
};

/**
 * Annotations are read when they are written, with the tags of that time: all together could be more than the memory.
 * @param paths of the images in the archive, by id
 * @param notes gets a line for each image that is gone by then
 */
async function* annotations(
  plan: ZipPlan,
  paths: ReadonlyMap<string, string>,
  notes: string[],
  reading: ZipReading,
): AsyncGenerator<string> {
  const images = new Map<string, CocoImage>();
  for (const [id, path] of paths) {
    const { width = 0, height = 0 } = plan.images.get(id) ?? {};
    images.set(id, { path, width, height });
  }
  // Read before the images, not as of one moment: images of a tag merged before this read are moved or in `merged`.
  const { tags, merged } = await reading.datasets.tagsAt(plan.dataset.id);
  const pages = withRenamedTags(annotated(plan.dataset.id, paths, notes, reading), merged);
  yield* annotationsJson(images, pages, tags);
}

async function* annotated(
  dataset: string,
  paths: ReadonlyMap<string, string>,
  notes: string[],
  { imageLists }: ZipReading,
): AsyncGenerator<ImageRecord[]> {
  const gone = new Map(paths);
  for await (const some of imageLists.byIds([...paths.keys()], ['tags', 'dataset'])) {
    const own = some.filter((image) => image.dataset === dataset);
    for (const { id } of own) gone.delete(id);
    yield own;
  }
  for (const path of gone.values()) notes.push(`${path}: deleted before its annotations were read`);
}
