/**
 * The records of the service as its operations see them (Spec 2). References are held as plain ids;
 * the adapters turn them into document references, or accept path strings, at the edge (Contract 2).
 */

/** Spec 2.1, exact values. */
export const DATASET_TYPES = ['MULTICLASS', 'MULTILABEL', 'ANOMALY', 'imageObjectDetection'] as const;
export type DatasetType = (typeof DATASET_TYPES)[number];

/** Spec 2.3, exact values. */
export const SET_TYPES = ['TRAIN', 'TEST', 'VALIDATION', 'PREDETERMINED', 'REVIEW'] as const;
export type SetType = (typeof SET_TYPES)[number];

/** What `owner` and `members` of a dataset or monitor say (Contract 2). */
export interface Membership {
  owner: string;
  members: Readonly<Record<string, 'viewer' | 'editor'>>;
}

/** Spec 2.2. Counters are whole numbers, 0 or more. */
export interface Tag {
  id: string;
  name: string;
  color: string;
  imageCounter: number;
  annotationCounter: number;
  unclassified: boolean;
}

/** Spec 2.1. `tags` is the list that stands on the dataset document, for readers. */
export interface Dataset extends Membership {
  id: string;
  type: DatasetType;
  name: string;
  tags: readonly Tag[];
  imageCounter: number;
}

/** Spec 2.4. `tag` is a tag id, or `''` where a stored reference leads nowhere. x, y, w, h: normalized 0-1. */
export interface Annotation {
  type: 'rect' | 'mask' | 'point';
  tag: string;
  x: number;
  y: number;
  w: number;
  h: number;
  labeled: 'manual' | 'inference';
}

/** Spec 2.4. `uri` is the gs:// uri of a PNG. */
export interface Mask {
  tag: string;
  uri: string;
}

/** Spec 2.4, without the thumbnail: that is read only where it is asked for. */
export interface ImageRecord {
  id: string;
  /** gs:// uri of the original. */
  uri: string;
  /** Original file name. */
  name: string;
  dataset: string;
  /** Primary tag; null when unlabelled. */
  tag: string | null;
  tags: readonly Annotation[];
  /** Distinct ids of all tags the image contains: primary, annotations, masks. */
  tagsContained: readonly string[];
  set: SetType;
  /** Upload timestamp, Unix milliseconds. */
  date: number;
  monitor: string | null;
  /** Session id, or `''` outside a session (Contract 2). */
  session: string;
  /** `jpeg`, `png` or `webp`. */
  originalFormat: string;
  /** SHA-256 of the original's bytes, hexadecimal; `''` for records that were not made by an upload. */
  content: string;
  /** Upright, in pixels. */
  width: number;
  height: number;
  masks: readonly Mask[];
}

/** Contract 2: monitor records. `session` is the running session's id, `''` when stopped. */
export interface Monitor extends Membership {
  id: string;
  name: string;
  /** Default target dataset. */
  dataset: string | null;
  session: string;
  /** The session that ended last, for late frames (Contract 6). */
  lastSession: EndedSession | null;
  /** Opaque to operations: which state of the record was read. */
  version: unknown;
}

/** Times in Unix milliseconds. */
export interface EndedSession {
  id: string;
  start: number;
  stop: number;
}
