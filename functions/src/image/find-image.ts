import { safeParse } from 'zod/mini';
import type { Caller } from '../common/access/caller.ts';
import { judge, type Role, type Verdict } from '../common/access/permit.ts';
import { Refusal } from '../common/errors.ts';
import { isId } from '../common/ids.ts';
import { noteLogFields } from '../common/log.ts';
import type { ImageRecord } from '../common/model.ts';
import type { Datasets, Images, Objects } from '../common/ports.ts';
import { encodeObjectName } from './encoded-uri.ts';
import { originalOf } from './own-objects.ts';
import { encodedUri } from './schema.ts';

export interface FindPorts {
  datasets: Datasets;
  images: Images;
  objects: Objects;
}

/** An image that the caller may see, and the name of its object in our bucket. */
export interface FoundImage {
  record: ImageRecord;
  object: string;
}

/**
 * The image of an encoded uri (Contract 5). The record decides: a file without one, one of a dataset that the caller
 * must not know of, and one that leads out of its dataset's folder are all not there.
 * @throws Refusal `uri invalid`, `forbidden`
 * @returns null where there is no such image
 */
export async function findImage(
  encoded: string,
  caller: Caller,
  role: Role,
  { datasets, images, objects }: FindPorts,
): Promise<FoundImage | null> {
  const name = requireName(encoded);
  const records = await images.findByPath(encoded, name === null ? null : objects.uri(name));
  if (name === null && records.length === 0) throw new Refusal('uri invalid');
  let isLow = false;
  for (const record of records) {
    const object = originalOf(record, objects);
    // What a record says of its encoded form counts only where its uri says the same.
    if (object === null || encodeObjectName(object) !== encoded) continue;
    const verdict = await judgeDataset(record.dataset, caller, role, datasets);
    if (verdict === 'yes') return noteFound({ record, object });
    isLow ||= verdict === 'low';
  }
  if (isLow) throw new Refusal('forbidden');
  return null;
}

/** What a caller may do with the images of a dataset; `hidden` also where there is no such dataset. */
export async function judgeDataset(
  id: string,
  caller: Caller,
  role: Role,
  datasets: Datasets,
): Promise<Verdict> {
  const dataset = isId(id) ? await datasets.find(id) : null;
  return dataset ? judge(caller, dataset, role) : 'hidden';
}

function noteFound(found: FoundImage): FoundImage {
  noteLogFields({ image: found.record.id, dataset: found.record.dataset });
  return found;
}

/** The uri with `/` separators, for answers that name what was looked for; as sent where it cannot be decoded. */
export function decodedUri(encoded: string): string {
  return requireName(encoded) ?? encoded.replaceAll('--', '/');
}

/** Null: only a record that keeps this encoded form can tell, for a name with `--` in it looks like empty segments. */
function requireName(encoded: string): string | null {
  const read = safeParse(encodedUri, encoded);
  if (read.success) return read.data;
  if (read.error.issues[0]?.message === 'segment' && encoded.includes('--')) return null;
  throw new Refusal('uri invalid', {}, read.error.issues[0]?.message);
}
