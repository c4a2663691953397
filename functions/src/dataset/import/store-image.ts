import { createHash } from 'node:crypto';
import type { Mask } from '../../../../packages/records/src/image.ts';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { faultOf } from '../../common/foreign-errors.ts';
import { containedTags, hasLabels } from '../../common/images/list-fields.ts';
import { EXTENSIONS, MEDIA_TYPES, type Picture } from '../../common/images/pictures.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { Images, Objects } from '../../common/ports.ts';
import { idOf } from '../../common/records/made-ids.ts';
import { importedSessionId } from '../../common/records/named-sessions.ts';
import type { Contents } from '../../common/versions/import-ports.ts';
import { isClassified } from '../formats/export-source.ts';
import { toSafeName } from '../zip/safe-name.ts';
import type { Archive } from './archive/archive.ts';
import type { Budget } from './archive/budget.ts';
import { takenAt } from './archive/exif-date.ts';
import { baseOf } from './archive/image-index.ts';
import { FileFault, unlessFault } from './import-fault.ts';
import type { LabelIds } from './labels/make-tags.ts';
import { paintMask } from './labels/paint-mask.ts';
import { readLabels } from './labels/read-labels.ts';
import { type RecordLabels, toAnnotations } from './labels/to-annotations.ts';
import type { ImageLabels, PlannedImage } from './plan.ts';
import { decodeImage, readBytes } from './read-image.ts';

export interface StorePorts {
  contents: Contents;
  images: Pick<Images, 'add' | 'find'>;
  objects: Pick<Objects, 'put' | 'uri'>;
}

export interface StoreTarget {
  dataset: string;
  type: DatasetType;
  /** Ids of the monitors that it admits. */
  monitors: ReadonlySet<string>;
  /** Id of the import. */
  import: string;
  /** False for a program: nothing in its archive says that a person has checked an image (Contract 9, 17). */
  isPerson: boolean;
  /** Of the import, Unix milliseconds: the date of images that have none. */
  createdAt: number;
  archive: Archive;
  budget: Budget;
  labelIds: LabelIds;
  signal: AbortSignal;
}

export type Stored = 'added' | 'known' | { reason: string };

/** Six bytes of a mask's digest: the number stays a safe integer. */
const numberOf = (digest: Buffer): string => String(digest.readUIntBE(0, 6));

/**
 * Adds an image with its labels, unless the dataset has one with these bytes. Objects come first, then the record in one
 * commit with its counters. Everything is named after the bytes, so an attempt that was interrupted is repeated without effect.
 * @returns `added` also if an earlier attempt of this import added it
 */
export const storeImage = (
  image: PlannedImage & { isRepeated: boolean },
  target: StoreTarget,
  ports: StorePorts,
): Promise<Stored> => unlessFault(store(image, target, ports), ({ message }) => ({ reason: message }));

async function store(
  image: PlannedImage & { isRepeated: boolean },
  target: StoreTarget,
  ports: StorePorts,
): Promise<Stored> {
  const { dataset, archive, signal } = target;
  const { bytes, content } = await readBytes(archive, image.entry);
  const id = idOf(`import ${JSON.stringify([dataset, content])}`);
  const isOwn = (found: { id: string; import?: string | undefined }) =>
    found.id === id && found.import === target.import && !image.isRepeated;
  const found = await ports.contents.find(dataset, content);
  if (found) return isOwn(found) ? 'added' : 'known';
  const labels = await readLabels(image);
  const picture = await decodeImage(bytes, signal);
  const { said, isWhole } = await labelsOf(labels, picture, target);
  // Contract 9: no image that needs a class is checked without one.
  const isClear = hasLabels(said) || !isClassified(target.type);
  const checked = target.isPerson && image.checked === true && isWhole && isClear;
  // Before anything is stored.
  target.budget.painting()(said.masks.length * picture.width * picture.height);
  // Contract 2.
  const name = `dataset/${dataset}/${id}.${EXTENSIONS[picture.format]}`;
  const put = async () => ({
    isNew: await ports.objects.put(name, bytes, MEDIA_TYPES[picture.format]),
    masks: await putMasks(said.masks, { id, picture }, target, ports.objects),
  });
  const { isNew, masks } = await put();
  const uri = ports.objects.uri(name);
  const date = image.date ?? takenAt(bytes) ?? image.entry.date ?? target.createdAt;
  const record = newRecord({ id, uri, content, date, image, picture, said, checked, masks }, target);
  const added = await add(record, picture.thumbnail, !isNew, ports);
  // The existing object may have belonged to an image in the trash that was deleted for good meanwhile.
  if (added === 'added' && !isNew) await put();
  if (added !== 'known') return added === 'added' ? 'added' : 'known';
  const earlier = await ports.images.find(id);
  return earlier && isOwn(earlier) ? 'added' : 'known';
}

/** @throws FileFault for a record that no attempt can store */
async function add(record: ImageRecord, thumbnail: Buffer, isResent: boolean, { images }: StorePorts) {
  try {
    return await images.add(record, thumbnail, isResent);
  } catch (error) {
    if (faultOf(error) === 'bad request')
      throw new FileFault('its record is refused: its labels are too large', { cause: error });
    throw error;
  }
}

/** `isWhole`: no label is left out. */
async function labelsOf(
  labels: ImageLabels,
  picture: Picture,
  { labelIds }: StoreTarget,
): Promise<{ said: RecordLabels; isWhole: boolean }> {
  const { classes, boxes, masks } = labels;
  const names = new Set([...classes, ...[...boxes, ...masks].map(({ label }) => label)]);
  const ids = new Map<string, string | null>();
  for (const name of names) ids.set(name, await labelIds.require(name));
  const said = toAnnotations(labels, (label) => ids.get(label) ?? null, picture);
  return { said, isWhole: [...ids.values()].every((id) => id !== null) };
}

/**
 * The same pixels of a tag have the same name, so no attempt leaves a mask under the name of another, and no two masks share an
 * object: it is removed when its mask is replaced.
 */
async function putMasks(
  masks: RecordLabels['masks'],
  { id, picture }: { id: string; picture: Picture },
  target: StoreTarget,
  objects: StorePorts['objects'],
): Promise<Mask[]> {
  const put: Mask[] = [];
  const copies = new Map<string, number>();
  const spend = target.budget.painting();
  for (const { tag, sources } of masks) {
    const png = await paintMask(sources, picture, { ...target, spend });
    const digest = createHash('sha256').update(JSON.stringify(tag)).update(png).digest();
    const first = numberOf(digest);
    const copy = copies.get(first) ?? 0;
    copies.set(first, copy + 1);
    const number =
      copy === 0 ? first : numberOf(createHash('sha256').update(digest).update(`${copy}`).digest());
    const name = `dataset/${target.dataset}/${id}_mask_${number}.png`;
    await objects.put(name, png, 'image/png');
    put.push({ id: number, tag, uri: objects.uri(name) });
  }
  return put;
}

interface Parts {
  id: string;
  uri: string;
  content: string;
  date: number;
  image: PlannedImage;
  picture: Picture;
  said: RecordLabels;
  checked: boolean;
  masks: readonly Mask[];
}

function newRecord(
  { id, uri, content, date, image, picture, said, checked, masks }: Parts,
  target: StoreTarget,
): ImageRecord {
  const { tag, tags } = said;
  const suggested = checked || tag === null ? undefined : image.suggested;
  return {
    id,
    uri,
    name: image.name ?? toSafeName(baseOf(image.entry.path), `${id}.${EXTENSIONS[picture.format]}`),
    dataset: target.dataset,
    tag,
    tags,
    tagsContained: containedTags(tag, tags, masks),
    set: image.set,
    date,
    import: target.import,
    monitor: image.monitor !== undefined && target.monitors.has(image.monitor) ? image.monitor : null,
    session: image.session === undefined ? '' : importedSessionId(image.session),
    originalFormat: picture.format,
    content,
    look: picture.look,
    width: picture.width,
    height: picture.height,
    masks,
    revision: 0,
    setBefore: null,
    checked,
    review: null,
    ...(suggested && { suggested }),
  };
}
