import { createHash } from 'node:crypto';
import { isClassified } from '../../../../packages/formats/src/format.ts';
import { baseOf } from '../../../../packages/formats/src/read/image-index.ts';
import { FileFault, unlessFault } from '../../../../packages/formats/src/read/import-fault.ts';
import type { Size } from '../../../../packages/formats/src/read/label-sink.ts';
import { toSafeName } from '../../../../packages/formats/src/write/safe-name.ts';
import type { Mask } from '../../../../packages/records/src/image.ts';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { importedSessionId } from '../../../../packages/records/src/named-sessions.ts';
import { contents } from '../../common/adapters/firestore/images/contents.ts';
import { images } from '../../common/adapters/firestore/images/images.ts';
import { objects } from '../../common/adapters/objects.ts';
import { faultOf } from '../../common/foreign-errors.ts';
import { containedTags, hasLabels } from '../../common/images/list-fields.ts';
import { EXTENSIONS, MEDIA_TYPES, type Picture } from '../../common/images/pictures.ts';
import type { Guard } from '../../common/jobs/kind.ts';
import type { ImageRecord } from '../../common/model.ts';
import { idOf } from '../../common/records/made-ids.ts';
import type { ReadRange } from './archive/directory.ts';
import { takenAt } from './archive/exif-date.ts';
import { decodeImage, readBytes } from './read-image.ts';
import type { ArchivePorts, ComingImage, ComingLabels, Stored } from './run-protocol.ts';

interface StoreTarget {
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
  /** Of the archive. */
  read: ReadRange;
  /** Of the job: none comes once it has ended. */
  guard: Guard;
  signal: AbortSignal;
}

/** An image whose labels are awaited. */
interface Opened {
  id: string;
  content: string;
  bytes: Buffer;
  picture: Picture;
  masks: Mask[];
  /** Masks by the numbers that their pixels give them. */
  copies: Map<string, number>;
  /** How the record was stored, if the objects are to be stored again. */
  stored: 'added' | null;
}

/** Six bytes of a mask's digest: the number stays a safe integer. */
const numberOf = (digest: Buffer): string => String(digest.readUIntBE(0, 6));

/**
 * Adds images with their labels, unless the dataset has one with these bytes. Objects come first, then the record in one
 * commit with its counters. Everything is named after the bytes, so an attempt that was interrupted is repeated without effect.
 * `added` also if an earlier attempt of this import added it.
 */
export class ImageStore implements Pick<ArchivePorts, 'open' | 'addMask' | 'close'> {
  readonly #target: StoreTarget;
  /** By the places of their files in the archive. */
  readonly #opened = new Map<number, Opened>();

  constructor(target: StoreTarget) {
    this.#target = target;
  }

  open(image: ComingImage): Promise<Stored | Size> {
    return unlessFault(this.#open(image), ({ message }) => ({ reason: message }));
  }

  async #open(image: ComingImage): Promise<Stored | Size> {
    const { dataset, read, signal } = this.#target;
    const { bytes, content } = await readBytes(read, image.entry);
    const id = idOf(`import ${JSON.stringify([dataset, content])}`);
    const found = await contents.find(dataset, content);
    if (found) return this.#isOwn(found, id, image) ? 'added' : 'known';
    const picture = await decodeImage(bytes, signal);
    const masks = { masks: [], copies: new Map<string, number>() };
    this.#opened.set(image.entry.offset, { id, content, bytes, picture, ...masks, stored: null });
    return { width: picture.width, height: picture.height };
  }

  #isOwn(found: { id: string; import?: string | undefined }, id: string, { isRepeated }: ComingImage) {
    return found.id === id && found.import === this.#target.import && !isRepeated;
  }

  /**
   * The same pixels of a tag have the same name, so no attempt leaves a mask under the name of another, and no two masks share an
   * object: it is removed when its mask is replaced.
   */
  async addMask({ entry }: ComingImage, tag: string, png: Buffer): Promise<void> {
    const { id, masks, copies } = this.#openedAt(entry);
    const digest = createHash('sha256').update(JSON.stringify(tag)).update(png).digest();
    const first = numberOf(digest);
    const copy = copies.get(first) ?? 0;
    copies.set(first, copy + 1);
    const number =
      copy === 0 ? first : numberOf(createHash('sha256').update(digest).update(`${copy}`).digest());
    const name = `dataset/${this.#target.dataset}/${id}_mask_${number}.png`;
    await objects.put(name, png, 'image/png');
    masks.push({ id: number, tag, uri: objects.uri(name) });
  }

  async close(image: ComingImage, labels: ComingLabels | null): Promise<Stored | 'again'> {
    const opened = this.#openedAt(image.entry);
    const end = (stored: Stored): Stored => {
      this.#opened.delete(image.entry.offset);
      return stored;
    };
    if (!labels) return end('known');
    const { id, picture, bytes } = opened;
    // Contract 2.
    const name = `dataset/${this.#target.dataset}/${id}.${EXTENSIONS[picture.format]}`;
    const isNew = await objects.put(name, bytes, MEDIA_TYPES[picture.format]);
    if (opened.stored) return end(opened.stored);
    const record = newRecord({ uri: objects.uri(name), image, opened, labels }, this.#target);
    const stored = await unlessFault(this.#add(record, picture, !isNew), ({ message }) => ({
      reason: message,
    }));
    if (typeof stored !== 'string') return end(stored);
    if (stored === 'added' && !isNew) {
      // The existing object may have belonged to an image in the trash that was deleted for good meanwhile.
      Object.assign(opened, { masks: [], copies: new Map(), stored });
      return 'again';
    }
    if (stored !== 'known') return end(stored === 'added' ? 'added' : 'known');
    const earlier = await images.find(id);
    return end(earlier && this.#isOwn(earlier, id, image) ? 'added' : 'known');
  }

  /** @throws FileFault for a record that no attempt can store */
  async #add(record: ImageRecord, { thumbnail }: Picture, isResent: boolean) {
    try {
      return await images.add(record, thumbnail, isResent, this.#target.guard);
    } catch (error) {
      if (faultOf(error) === 'bad request')
        throw new FileFault('its record is refused: its labels are too large', { cause: error });
      throw error;
    }
  }

  #openedAt({ offset }: ComingImage['entry']): Opened {
    const opened = this.#opened.get(offset);
    if (!opened) throw new Error('an image of an import is stored that is not open');
    return opened;
  }
}

interface Parts {
  uri: string;
  image: ComingImage;
  opened: Opened;
  labels: ComingLabels;
}

function newRecord({ uri, image, opened, labels }: Parts, target: StoreTarget): ImageRecord {
  const { id, content, bytes, picture, masks } = opened;
  const { tag, tags } = labels;
  // Contract 9: no image that needs a class is checked without one.
  const isClear = hasLabels({ tag, tags, masks }) || !isClassified(target.type);
  const checked = target.isPerson && image.checked === true && labels.isWhole && isClear;
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
    date: image.date ?? takenAt(bytes) ?? image.entry.date ?? target.createdAt,
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
