import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { objects } from '../../common/adapters/objects.ts';
import { inParallel } from '../../common/concurrency/in-parallel.ts';
import { isId } from '../../common/ids.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { Objects } from '../../common/ports.ts';
import { originalOf, ownObject } from '../../common/storage/own-objects.ts';
import { readIfPermitted } from '../prefetch-dataset.ts';
import type { Target } from '../require-dataset.ts';

export interface ImageLink {
  url: string;
  masks: { id: string; tag: string; url: string }[];
}

/** Validity of a link in seconds: enough to look at a page of images, too short to be of use to others later. */
const LIFE = 900;
/** Links signed at once: without an HMAC key, each is a call to the platform's signing service. */
const PARALLEL = 16;

/**
 * Short-lived URLs of originals and their masks (Contract 9: POST links). Images that are not in the dataset are left out.
 * @returns `expires`: Unix milliseconds
 * @throws HttpError `dataset not found`
 */
export async function linkImages(
  input: Target & { images: readonly string[] },
): Promise<{ links: Record<string, ImageLink>; expires: number }> {
  const asked = [...new Set(input.images)].filter(isId);
  const own = await readIfPermitted(input, 'viewer', async () => {
    const found: ImageRecord[] = [];
    for await (const some of imageLists.byIds(asked, ['uri', 'dataset', 'masks']))
      found.push(...some.filter(({ dataset }) => dataset === input.dataset));
    return found;
  });
  const expires = Date.now() + LIFE * 1000;
  // What links have in common is derived once.
  const sign: Sign = objects.links(LIFE) ?? ((name) => objects.link(name, LIFE));
  const links = await inParallel(own, PARALLEL, async (record) => [
    record.id,
    await linkOf(record, sign, objects),
  ]);
  return { links: Object.fromEntries(links.filter(([, link]) => link !== null)), expires };
}

type Sign = (name: string) => string | Promise<string>;

/** Null if the record's URI is outside the folder of its dataset. */
async function linkOf(record: ImageRecord, sign: Sign, objects: Objects): Promise<ImageLink | null> {
  const original = originalOf(record, objects);
  if (original === null) return null;
  const masks: ImageLink['masks'] = [];
  for (const { id, tag, uri } of record.masks) {
    const mask = ownObject(uri, record.dataset, objects);
    if (mask !== null) masks.push({ id, tag, url: await sign(mask) });
  }
  return { url: await sign(original), masks };
}
