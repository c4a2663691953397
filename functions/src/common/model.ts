/**
 * The records of the service as its operations see them (Spec 2). References are plain ids here; the adapters turn them
 * into document references, and accept path strings (Contract 2).
 */
import type { Retention } from '../../../packages/records/src/dataset.ts';
import type { imageRecord } from '../../../packages/records/src/image.ts';
import type { DatasetType } from '../../../packages/records/src/lists.ts';
import type { RecordOf, Settings } from '../../../packages/records/src/record.ts';
import type { SomeEmbedder, VectorState } from './records/vector-ports.ts';

/** The `owner` and `members` of a dataset or monitor (Contract 2). */
export interface Membership {
  owner: string;
  members: Readonly<Record<string, 'viewer' | 'editor'>>;
  /** The open offer of its ownership (Contract 8), if there is one. */
  offer?: Offer;
}

/**
 * A caller and the right that a change needs (Contract 8). It is judged by the record as it is in the commit that writes: whoever
 * has lost the right meanwhile changes nothing.
 */
export interface Permit {
  /** Uid of the caller, or the name of a program's key; `''` if the caller has not proved its identity. */
  by: string;
  /**
   * @param isDeleted the record waits for its final deletion
   * @returns uid of whoever answers for what is made so: the caller, or the owner, for whom an administrator acts
   * @throws HttpError if the caller may not do it now
   */
  judge(record: Membership, isDeleted?: boolean): string;
}

/**
 * What an owner, or an administrator for them, gives to somebody who has to take it: an offer of ownership, an invitation. It
 * counts only as long as both still could give it (Contract 8).
 */
export interface Given {
  /** Uid of who gave it. */
  by: string;
  /** Uid of the owner at that time. */
  owner: string;
}

/** Ownership offered to `to`, a uid. `at`: Unix milliseconds. */
export interface Offer extends Given {
  to: string;
  at: number;
}

/** Spec 2.2. Counters are whole numbers, 0 or more. */
export interface Tag {
  id: string;
  name: string;
  color: string;
  /** One character: the keyboard shortcut. Only tags that are read from their documents have it. */
  key?: string;
  imageCounter: number;
  annotationCounter: number;
  unclassified: boolean;
  /** Parts of this class are bad. */
  bad?: boolean;
}

/** A dataset admits a monitor (Contract 8). */
export interface Grant {
  /** Uid of the editor who answers for it: it counts only as long as they are an editor. */
  by: string;
  /** Unix milliseconds. */
  at: number;
  /** The monitor's `born` at that time. */
  born: string;
}

/** Spec 2.1. `tags` is the list on the dataset document, for readers. */
export interface Dataset extends Membership {
  id: string;
  type: DatasetType;
  name: string;
  tags: readonly Tag[];
  imageCounter: number;
  /** By monitor id. */
  monitors: Readonly<Record<string, Grant>>;
  /** Address of the detector of one's own; absent: Cloud Vision (Contract 16). */
  detector?: string;
  retention: Retention;
  /** What suggestions rest on (Contract 15), and what there is of it; absent where they are off. */
  suggest?: SomeEmbedder;
  vectors?: VectorState;
}

/** Maximum per image. Keeps a record with its thumbnail below a document's 1 MiB; importers accept 500 boxes (Contract 4). */
export const MOST_ANNOTATIONS = 1000;
export const MOST_MASKS = 400;

/** Spec 2.4, without the thumbnail. `tagsContained`: distinct ids of all tags: primary, annotations, masks. */
/** A new one has no setting. */
export interface ImageRecord
  extends Omit<RecordOf<typeof imageRecord>, keyof Settings<typeof imageRecord>>,
    Settings<typeof imageRecord> {
  id: string;
  tagsContained: readonly string[];
}

/** Contract 2: monitor records. `session` is the running session's id, `''` if stopped. */
export interface Monitor extends Membership {
  id: string;
  name: string;
  /** Default target dataset. */
  dataset: string | null;
  session: string;
  /** Percentage of arriving frames that go into REVIEW (Contract 9). */
  review: number;
  /** Frames per minute that its camera should send (Contract 16); null: as many as in its last session. */
  expected: number | null;
  /** Made once, with the record; `''` for records of earlier versions. */
  born: string;
  /** The form of its record (Contract 2). */
  schema?: number | undefined;
  /** Rises with each change of one of its device keys; absent is 0. */
  keyRevision?: number;
  /** Id of the last command for its camera (Contract 19); 0 before the first. */
  commands: number;
  /** The session that ended last, for late frames (Contract 6). */
  lastSession: EndedSession | null;
  /** Opaque to operations: the version of the record that was read. */
  version: unknown;
}

/** Times in Unix milliseconds. */
export interface EndedSession {
  id: string;
  start: number;
  stop: number;
}
