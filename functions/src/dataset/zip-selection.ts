import { isId } from '../common/ids.ts';
import type { ImageRecord } from '../common/model.ts';
import type { ImageLists } from '../common/ports.ts';

/** The images of a dataset that were asked for, in the order in which they were. */
export interface Selection {
  images: ImageRecord[];
  /** Lines for `errors.txt`: what was asked for and is not among the images of this dataset. */
  notes: string[];
}

/** Longest part of what was sent that a note repeats. */
const MAX_QUOTE = 200;

/**
 * Finds the images that ids or `gs://` uris name (Contract 4, downloadZip). An image of another dataset is not found,
 * just as one that does not exist; what cannot be an id is not looked for.
 */
export async function selectImages(
  dataset: string,
  wanted: readonly unknown[],
  imageLists: ImageLists,
): Promise<Selection> {
  const distinct = [...new Set(wanted)];
  const uris = distinct.filter(isUri);
  const ids = distinct.filter((each): each is string => isId(each) && !isUri(each));
  const found = await Promise.all([imageLists.byIds(ids), imageLists.byUris(uris)]);
  const own = found.flat().filter((image) => image.dataset === dataset);
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
