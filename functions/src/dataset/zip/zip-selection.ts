import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { objects } from '../../common/adapters/objects.ts';
import { isId } from '../../common/ids.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import { ownObject } from '../../common/storage/own-objects.ts';
import { allTags } from './zip-folders.ts';

/** The requested images of a dataset, in the requested order. */
export interface Selection {
  images: ImageRecord[];
  /** Lines for `errors.txt`: entries that are not images of this dataset. */
  notes: string[];
}

type Field = keyof ImageRecord;

/**
 * The fields that an archive needs. The time to read a record depends on its fields, and reading 10,000 records is most of
 * the wait for the first byte.
 */
const FIELDS: readonly Field[] = ['uri', 'name', 'dataset', 'tag', 'originalFormat', 'width', 'height'];
const MORE_FIELDS: Partial<Record<DatasetType, readonly Field[]>> = {
  MULTILABEL: ['tags', 'tagsContained', 'masks'],
};

/** Maximum length of what a note repeats of the request. */
const MAX_QUOTE = 200;

/**
 * Finds the images for ids or `gs://` URIs (Contract 4, downloadZip). An image of another dataset is treated like one that
 * does not exist. Values that cannot be ids, and URIs outside the dataset's folder, are not looked up. Fields that archives
 * do not need may be empty.
 */
export async function selectImages(
  dataset: Pick<Dataset, 'id' | 'type'>,
  wanted: readonly unknown[],
): Promise<Selection> {
  const distinct = [...new Set(wanted)];
  const idByUri = new Map(
    distinct.filter((each) => isUri(each)).map((uri) => [uri, idIn(ownObject(uri, dataset.id, objects))]),
  );
  const ids = distinct.filter((each) => isId(each) && !isUri(each)) as string[];
  const wantedIds = [...new Set([...ids, ...idByUri.values()])].filter((id) => id !== null);
  const fields = [...FIELDS, ...(MORE_FIELDS[dataset.type] ?? [])];
  const found: ImageRecord[] = [];
  for await (const some of imageLists.byIds(wantedIds, fields)) found.push(...some.map(withoutAnnotations));
  const known = new Set(found.map(({ uri }) => uri));
  const rest = [...idByUri.keys()].filter((uri) => !known.has(uri) && ownObject(uri, dataset.id, objects));
  found.push(...(await imageLists.byUris(rest)).map(withoutAnnotations));
  return pick(
    distinct,
    found.filter((image) => image.dataset === dataset.id),
  );
}

/** Annotations of all images together could be more than the memory; for folders, their tags suffice. */
const withoutAnnotations = (image: ImageRecord): ImageRecord => ({
  ...image,
  tagsContained: [...allTags(image)],
  tags: [],
});

/** The id in the name of one of our own originals (Contract 2): only a guess, until the record confirms it. */
function idIn(object: string | null): string | null {
  const id = object
    ?.split('/')
    .at(-1)
    ?.replace(/\.[a-z]+$/, '');
  return isId(id) ? id : null;
}

function pick(distinct: readonly unknown[], images: readonly ImageRecord[]): Selection {
  const byId = new Map(images.map((image) => [image.id, image]));
  const byUri = new Map(images.map((image) => [image.uri, image]));
  const selection: Selection = { images: [], notes: [] };
  for (const each of distinct) {
    const image = isUri(each) ? byUri.get(each) : byId.get(each as string);
    if (image) selection.images.push(image);
    else selection.notes.push(`${quote(each)}: not an image of this dataset`);
  }
  return selection;
}

const isUri = (value: unknown): value is string => typeof value === 'string' && value.startsWith('gs://');

/** As JSON, without characters that are invisible or reverse the text direction. */
function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return JSON.stringify(text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, MAX_QUOTE));
}
