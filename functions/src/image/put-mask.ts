import { randomInt } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Caller } from '../common/access/caller.ts';
import { isPerson } from '../common/access/permit-maker.ts';
import { masks } from '../common/adapters/firestore/images/masks.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { versions } from '../common/adapters/firestore/records/versions.ts';
import { objects } from '../common/adapters/objects.ts';
import { publisher } from '../common/counters/counter-publisher.ts';
import { HttpError } from '../common/errors.ts';
import { tagIdOf } from '../common/ids.ts';
import type { MaskChange } from '../common/images/curate-ports.ts';
import { OversizedPicture } from '../common/images/decoding.ts';
import { readMask, UnfitMask } from '../common/images/mask-picture.ts';
import { sniffFormat } from '../common/images/pictures.ts';
import { type ImageRecord, MOST_MASKS } from '../common/model.ts';
import { ownObject } from '../common/storage/own-objects.ts';
import type { EncodedUri } from './encoded-uri.ts';
import { findImage } from './find-image.ts';

interface Place {
  uri: EncodedUri;
  caller: Caller;
  /** Tag id, or its path. */
  tag: string;
  /** Id of the mask; undefined for the only one of the tag. */
  mask?: string | undefined;
  /** The revision that the caller has seen. */
  seen?: number | undefined;
}

/**
 * Replaces a mask, or adds one (Contract 9: PUT mask/image). The new object is stored first, then the record is changed, then the old
 * object is removed, so that a record never names a mask that does not exist. Once the dataset has a version, the old object stays:
 * the version may name it.
 * @returns `gs://` URI of the mask
 * @throws HttpError `file not found`, `tag not found`, `media type`, `bad parameter`, `image changed`, `masks several`, `forbidden`
 */
export async function putMask(input: Place & { png: Buffer; signal: AbortSignal }): Promise<string> {
  const { record, tag } = await requirePlace(input);
  const mask = await requireMask(input.png, record, input.signal);
  const name = maskName(record);
  if (!(await objects.put(name, mask, 'image/png'))) throw new HttpError('unavailable');
  const uri = objects.uri(name);
  const outcome = await masks.set(changeOf(input, { record, tag, uri }));
  if (outcome && 'replaced' in outcome) {
    await finish(record, outcome.replaced);
    return uri;
  }
  await objects.remove(name);
  if (!outcome) throw new HttpError('file not found');
  if ('refused' in outcome) throw refusal(outcome.refused);
  const { revision, current } = outcome;
  // A caller that did not get the answer asks again: its change is the only one since.
  if (current && revision === (input.seen ?? 0) + 1 && (await isStored(current, mask, record)))
    return current;
  throw new HttpError('image changed');
}

const refusal = (what: 'several' | 'enough'): HttpError =>
  what === 'several'
    ? new HttpError('masks several')
    : new HttpError('bad parameter', { reason: `an image has at most ${MOST_MASKS} masks` });

/**
 * Removes a mask. Idempotent.
 * @throws HttpError `file not found`, `tag not found`, `image changed`, `masks several`, `forbidden`
 */
export async function deleteMask(input: Place): Promise<void> {
  const { record, tag } = await requirePlace(input);
  const outcome = await masks.set(changeOf(input, { record, tag, uri: null }));
  if (!outcome) throw new HttpError('file not found');
  if ('refused' in outcome) throw refusal(outcome.refused);
  if (!('replaced' in outcome)) throw new HttpError('image changed');
  await finish(record, outcome.replaced);
}

const changeOf = (
  { mask, seen, caller }: Place,
  { record, tag, uri }: { record: ImageRecord; tag: string; uri: string | null },
): MaskChange => ({ image: record.id, tag, mask, uri, seen, isPerson: isPerson(caller) });

async function isStored(uri: string, mask: Buffer, { dataset }: ImageRecord): Promise<boolean> {
  const name = ownObject(uri, dataset, objects);
  const stat = name === null ? null : await objects.stat(name);
  if (name === null || Number(stat?.size) !== mask.length) return false;
  return mask.equals(await buffer(objects.read(name)));
}

async function requirePlace({ uri, caller, tag: given }: Place) {
  const found = await findImage(uri, caller, 'editor');
  const dataset = found && (await datasets.find(found.record.dataset));
  if (!found || !dataset) throw new HttpError('file not found');
  const asked = tagIdOf(given, dataset.id);
  const tag = asked === null ? null : await datasets.resolveTag(dataset, asked);
  if (!tag) throw new HttpError('tag not found', { id: given });
  return { record: found.record, tag };
}

async function requireMask(png: Buffer, record: ImageRecord, signal: AbortSignal): Promise<Buffer> {
  if (sniffFormat(png) !== 'png') throw new HttpError('media type');
  try {
    return await readMask(png, record, signal);
  } catch (error) {
    if (error instanceof UnfitMask) throw new HttpError('bad parameter', { reason: error.message }, error);
    if (error instanceof OversizedPicture) throw new HttpError('body too large', {}, error);
    throw error;
  }
}

/**
 * Contract 2. Names are never used twice: a call that still removes an old mask must not remove a new one. 53 bits: the
 * time, and a random number for masks of the same millisecond.
 */
const maskName = ({ dataset, id }: ImageRecord): string =>
  `dataset/${dataset}/${id}_mask_${Date.now() * 1000 + randomInt(1000)}.png`;

/** Asks for versions after the record has changed: one that is created later cannot name the old mask. */
async function finish(record: ImageRecord, replaced: readonly string[]) {
  const names = replaced
    .map((uri) => ownObject(uri, record.dataset, objects))
    .filter((name) => name !== null);
  const removeAll = async () => {
    if (names.length === 0 || (await versions.any(record.dataset))) return;
    await Promise.all(names.map((name) => objects.remove(name)));
  };
  await Promise.all([publisher.note(record.dataset), removeAll()]);
}
