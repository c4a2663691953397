/**
 * Links of an export. With an HMAC key they lead to Storage. Without one they lead to a route of ours: there is one secret
 * per export, with which a signature per image is made. Either way, creating a link needs no call to a service, and a link
 * reveals nothing about others.
 */

import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { LinkOf } from '../../../../packages/formats/src/write/archive-format.ts';
import type { ManifestImage } from '../../../../packages/records/src/manifest.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { grants } from '../../common/adapters/firestore/records/grants.ts';
import { objects } from '../../common/adapters/objects.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { randomId } from '../../common/records/made-ids.ts';
import { ownObject } from '../../common/storage/own-objects.ts';

/** Validity in seconds: enough to download every image before a training. */
const LIFE = 24 * 3600;
/** Seconds for which the URL in Storage is valid after a link was followed. */
const FETCH_LIFE = 900;
const KEY_BYTES = 32;

/** @param base URL of the function, without a slash at its end */
export async function linksOf({ base, dataset }: { base: string; dataset: string }): Promise<LinkOf> {
  const nameOf = ({ uri }: ManifestImage) => ownObject(uri, dataset, objects) ?? '';
  const signed = objects.links(LIFE);
  if (signed) return (image) => signed(nameOf(image));
  const grant = { id: randomId(), key: randomBytes(KEY_BYTES), until: Date.now() + LIFE * 1000 };
  await grants.create(dataset, grant);
  // With the bytes of a key, Node 24 takes six times as long for each signature.
  const key = createSecretKey(grant.key);
  const folder = `${base}/${encodeURIComponent(dataset)}/file`;
  return (image) => {
    const file = nameOf(image).slice(`dataset/${dataset}/`.length);
    return `${folder}/${encodeURIComponent(file)}?grant=${grant.id}&signature=${sign(key, dataset, file)}`;
  };
}

const sign = (key: KeyObject, dataset: string, file: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([dataset, file]))
    .digest('base64url');

interface Followed {
  dataset: string;
  /** Name of the object within the dataset's folder. */
  file: string;
  grant: string;
  signature: string;
}

/**
 * The URL of the bytes, for anyone with the link.
 * @throws HttpError `link expired` for every invalid link
 */
export async function followLink({ dataset, file, grant: id, signature }: Followed): Promise<string> {
  const isPossible = isId(dataset) && isId(id);
  const [existing, grant] = isPossible
    ? await Promise.all([datasets.find(dataset), grants.find(dataset, id)])
    : [null, null];
  const key = createSecretKey(grant?.key ?? randomBytes(KEY_BYTES));
  const wanted = Buffer.from(sign(key, dataset, file));
  const given = Buffer.from(signature);
  const isRight = given.length === wanted.length && timingSafeEqual(given, wanted);
  if (!existing || !grant || !isRight || Date.now() > grant.until) throw new HttpError('link expired');
  return objects.link(`dataset/${dataset}/${file}`, FETCH_LIFE);
}
