/** YOLO's classification folders: a tree with sets. */

import { readTree } from '../folders/read.ts';
import type { Entry } from '../src/read/entry.ts';
import { baseOf, folderOf } from '../src/read/image-index.ts';
import type { Reader } from '../src/read/plan.ts';
import { setOf } from '../src/read/sets.ts';

/** A tree with sets: YOLO's classification folders. */
export const classTree: Reader = async (source) => {
  const { pictures } = source.index;
  // CVAT writes the classes a second time.
  source.use(
    source
      .files('json')
      .filter(({ path }) => setOf(baseOf(folderOf(path))) !== null && baseOf(path) === 'labels.json'),
  );
  return pictures.length > 0 && pictures.every(isInClassOfSet) ? readTree(source) : null;
};

function isInClassOfSet({ path }: Entry): boolean {
  const segments = path.split('/').slice(0, -1);
  const at = segments.findIndex((segment) => setOf(segment) !== null);
  return at >= 0 && segments.length - at === 2;
}
