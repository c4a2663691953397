/** `index.csv`: which image each file of an archive is. */

import { isClassified } from '../../../../../packages/formats/src/format.ts';
import type { PlacedImage } from '../../../../../packages/formats/src/write/archive-format.ts';
import {
  type Classes,
  containedClasses,
  type ExportSource,
} from '../../../../../packages/formats/src/write/export-source.ts';
import type { ManifestImage } from '../../../../../packages/records/src/manifest.ts';
import { csvText } from '../../csv/csv-text.ts';

export const INDEX_FILE = 'index.csv';
const COLUMNS = ['file', 'image', 'set', 'class', 'sha256'];
/** @param digests SHA-256 of the files that are not as the version knows them, by image */
export async function* indexRows(
  placed: AsyncIterable<PlacedImage>,
  source: ExportSource,
  digests: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield csvText([COLUMNS]);
  for await (const { image, place } of placed) {
    const digest = digests.get(image.image) ?? image.sha256;
    const rest = [image.image, image.set, classesOf(image, source), digest];
    yield csvText(place.paths.map((path) => [path, ...rest]));
  }
}

/** The image's class, or all classes that it contains. */
function classesOf(image: ManifestImage, { type, classes }: ExportSource): string {
  const numbers = isClassified(type) ? [classes.of(image.tag)] : containedClasses(image, classes);
  return namesOf(numbers, classes).join('; ');
}

const namesOf = (numbers: readonly (number | undefined)[], { names }: Classes): string[] =>
  numbers.flatMap((number) => names[number ?? -1] ?? []);
