/** The lines of a version's manifest (Contract 11): one per image, sorted by id in UTF-8 byte order. */
import type { Annotation, Suggested } from '../../../../packages/records/src/image.ts';
import { isSuggested } from '../images/list-fields.ts';
import type { ImageRecord, TrainingSet } from '../model.ts';
import type { ObjectStat } from '../ports.ts';

export interface ManifestMask {
  tag: string;
  uri: string;
  generation: string;
}

/** An image in a version. Units as in the record (Spec 2.4). */
export interface ManifestImage {
  image: string;
  uri: string;
  /** Generation of the original's object, which is never overwritten. */
  generation: string;
  /** Hexadecimal; `''` if the record was not made by an upload. */
  sha256: string;
  /** Bytes. */
  size: number;
  width: number;
  height: number;
  name: string;
  /** The set that the split assigned. */
  set: TrainingSet;
  tag: string | null;
  tags: readonly Annotation[];
  masks: readonly ManifestMask[];
  session: string;
  monitor: string | null;
  date: number;
  /** A person has judged it. Absent: nobody has, or the version is one of before. */
  checked?: true;
  /** Its class is a model's, accepted in bulk. Absent: it is not, or the version is one of before. */
  suggested?: Pick<Suggested, 'run' | 'acceptance'>;
}

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
