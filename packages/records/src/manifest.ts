/** What the lines of a version's manifest say (Contract 11). */
import type { Annotation, Suggested } from './image.ts';
import type { TrainingSet } from './lists.ts';

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
