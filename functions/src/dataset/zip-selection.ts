import { isId } from '../common/ids.ts';
import type { Dataset, DatasetType, ImageRecord } from '../common/model.ts';
import type { ImageLists } from '../common/ports.ts';

/** The images of a dataset that were asked for, in the order in which they were. */
export interface Selection {
  images: ImageRecord[];
  /** Lines for `errors.txt`: what was asked for and is not among the images of this dataset. */
  notes: string[];
}

type Field = keyof ImageRecord;

/** What an archive is made of. A record costs by its fields, and reading 10,000 is most of the wait for the first byte. */
const FIELDS: readonly Field[] = ['uri', 'name', 'dataset', 'tag', 'originalFormat'];
const MORE_FIELDS: Partial<Record<DatasetType, readonly Field[]>> = {
  MULTILABEL: ['tags', 'tagsContained', 'masks'],
  imageObjectDetection: ['tags', 'width', 'height'],
};

/** Longest part of what was sent that a note repeats. */
const MAX_QUOTE = 200;

/**
 * Finds the images that ids or `gs://` uris name (Contract 4, downloadZip). An image of another dataset is not found,
 * just as one that does not exist; what cannot be an id is not looked for. Fields without a part in archives may be empty.
 */
export async function selectImages(
  dataset: Pick<Dataset, 'id' | 'type'>,
  wanted: readonly unknown[],
  imageLists: ImageLists,
): Promise<Selection> {
  const distinct = [...new Set(wanted)];
  const uris = distinct.filter(isUri);
  const ids = distinct.filter((each): each is string => isId(each) && !isUri(each));
  const found = await Promise.all([
    imageLists.byIds(ids, [...FIELDS, ...(MORE_FIELDS[dataset.type] ?? [])]),
    imageLists.byUris(uris),
  ]);
  const own = found.flat().filter((image) => image.dataset === dataset.id);
  const byId = new Map(own.map((image) => [image.id, image]));
  const byUri = new Map(own.map((image) => [image.uri, image]));
  const selection: Selection = { images: [], notes: [] };
  for (const each of distinct) {
    const image = isUri(each) ? byUri.get(each) : byId.get(each as string);
    if (image) selection.images.push(image);
    else selection.notes.push(`${quote(each)}: not an image of this dataset`);
  }
  return selection;
}

const isUri = (value: unknown): value is string => typeof value === 'string' && value.startsWith('gs://');

/** As JSON, without characters that hide or turn around what stands in a line. */
function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return JSON.stringify(text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX_QUOTE));
}
