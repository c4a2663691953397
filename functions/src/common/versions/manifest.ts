import type { TrainingSet } from '../../../../packages/records/src/lists.ts';
import type { ManifestImage, ManifestMask } from '../../../../packages/records/src/manifest.ts';
import { isSuggested } from '../images/list-fields.ts';
import type { ImageRecord } from '../model.ts';
import type { ObjectStat } from '../ports.ts';

/**
 * Placeholder for the set, which is known only after the last image. It cannot occur in a string, where each quote is
 * escaped.
 */
const NO_SET = '"set":""';

/**
 * The line of an image, without line break and set. Canonical JSON (RFC 8785): members sorted by name, no white space,
 * numbers and strings as in ECMAScript.
 */
export function lineWithoutSet(
  record: ImageRecord,
  stat: ObjectStat,
  masks: readonly ManifestMask[],
): string {
  const { checked, date, height, id, monitor, name, session, content, suggested, tag, uri, width } = record;
  return JSON.stringify({
    checked: checked || undefined,
    date,
    generation: stat.generation,
    height,
    image: id,
    masks: masks.map(({ generation, tag: of, uri: at }) => ({ generation, tag: of, uri: at })),
    monitor,
    name,
    session,
    set: '',
    sha256: content,
    size: stat.size,
    suggested:
      suggested && isSuggested(record) ? { acceptance: suggested.acceptance, run: suggested.run } : undefined,
    tag,
    tags: record.tags.map(({ h, labeled, tag: of, type, w, x, y }) => ({
      h,
      labeled,
      tag: of,
      type,
      w,
      x,
      y,
    })),
    uri,
    width,
  });
}

export const withSet = (line: string, set: TrainingSet): string =>
  line.replace(NO_SET, () => `"set":"${set}"`);

export const readLine = (line: string): ManifestImage => JSON.parse(line) as ManifestImage;
