import { versions } from '../common/adapters/firestore/records/versions.ts';
import { objects } from '../common/adapters/objects.ts';
import { hashesOf } from '../common/storage/named-files.ts';
import { ownObject } from '../common/storage/own-objects.ts';
import { readManifest } from '../common/versions/read-manifest.ts';

/**
 * The masks among these objects that a version of the dataset names, by image: a replaced mask is kept for versions as long
 * as its image exists.
 * @returns null while a version is being built, because it may name any of them
 */
export async function versionedMasks(
  dataset: string,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string[]> | null> {
  const found = new Map<string, string[]>();
  const hashes = await hashesOf(dataset, versions);
  if (hashes === null) return null;
  for (const hash of hashes) {
    for await (const page of readManifest({ dataset, hash }, objects)) {
      for (const { image, masks } of page) {
        const named = masks.map(({ uri }) => ownObject(uri, dataset, objects) ?? '');
        const wanted = named.filter((name) => names.has(name));
        if (wanted.length > 0) found.set(image, [...(found.get(image) ?? []), ...wanted]);
      }
    }
  }
  return found;
}
