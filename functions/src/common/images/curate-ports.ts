/** Ports for reviewing images (Contract 9). Adapters are in `adapters/`. */

import type { WriteBatch } from 'firebase-admin/firestore';
import type { imageRecord, Suggested } from '../../../../packages/records/src/image.ts';
import type { Decision, SetType } from '../../../../packages/records/src/lists.ts';
import type { Settings } from '../../../../packages/records/src/record.ts';
import type { ImageRecord } from '../model.ts';

/** One image's part of a request. `seen`: the revision that the reviewer saw; with another one nothing changes. */
export interface ImageChange extends Settings<typeof imageRecord> {
  image: string;
  seen?: number | undefined;
  /** Tag id; null for unlabelled. */
  tag?: string | null | undefined;
  set?: SetType | undefined;
  decision?: Decision | undefined;
  /** Takes back that a person has checked the image. */
  checked?: false | undefined;
  /** Never from a caller: the acceptance that gives `tag`, or, where that is null, takes back what it gave (Contract 15). */
  suggested?: Suggested | undefined;
  /** Never from a caller: the acceptance, or the change of a selection, of which this is a part; another attempt changes nothing. */
  change?: string | undefined;
  /** Never from a caller: what it takes back, which left the image at the revision `seen`. */
  undoes?: Undoing | undefined;
  /** Never from a caller: what the image is again, together with `tag` and `set`. */
  restored?: Restored | undefined;
}

/**
 * `id`: an acceptance, or the change of a selection; `before`: how the image named (`change`) the one before it; `revisions`: by
 * how many it is later than before, once that is taken back.
 */
export interface Undoing {
  id: string;
  before: string | null | undefined;
  revisions: number;
}

/** What an image was like before a change of a selection. `inference`: places of its annotations that no person had accepted. */
export interface Restored extends Pick<ImageRecord, 'setBefore' | 'checked' | 'confirmed' | 'suggested'> {
  inference: readonly number[];
}

/** `revision`: the current one; 0 if the image does not exist. */
export interface ImageOutcome {
  image: string;
  outcome: 'done' | 'stale' | 'not found' | 'invalid';
  revision: number;
  /** Why it is invalid, in one sentence. */
  reason?: string;
}

/** The result of a change. `after` is null if nothing changes. */
export interface Judgement {
  outcome: ImageOutcome;
  after: ImageRecord | null;
  isRejected: boolean;
}

/** An image was added to a session or removed from it, so the shown count of the session must be updated. */
export interface MovedImage {
  image: string;
  monitor: string | null;
  session: string;
}

/** Identifies a request across its attempts. `body`: hash of its content. */
export interface RequestName {
  id: string;
  body: string;
}

export interface Maker {
  /** uid, `''` if unknown. */
  by: string;
  /** Unix milliseconds. */
  at: number;
}

/** Result of a commit. */
export interface Step {
  /** In the order of the request; at least one. */
  outcomes: ImageOutcome[];
  moved: MovedImage[];
}

/** `from`: index of its first change in the request. */
export interface ChangesPart {
  from: number;
  length: number;
}

export interface ImageChanges {
  /**
   * Divides the changes of a request into parts that can be committed side by side: each is as much as fits in a commit, and
   * at every attempt of the request they are the same.
   */
  parts(changes: readonly ImageChange[]): ChangesPart[];
  /**
   * Called before the parts of a request are committed side by side: one request may have a name, and of another one with
   * this name nothing is committed.
   * @throws HttpError `bad parameter` if the request's name was used with another body, `unavailable`
   */
  claim(dataset: string, request: RequestName): Promise<void>;
  /**
   * Changes the first of these images, as many as fit in one commit. Counters, the trash and the outcomes are part of the
   * commit, so that another attempt of the request reads the outcomes from there.
   * @param from index of the first of these changes in the request
   * @param days for which the trash keeps what is rejected
   * @param judge result of the change at `index` of `changes`; null: the image is not in the dataset
   * @throws HttpError `bad parameter` if the request's name was used with another body, `unavailable`
   */
  commit(
    target: { dataset: string; request: RequestName | null; from: number; maker: Maker; days: number },
    changes: readonly ImageChange[],
    judge: (record: ImageRecord | null, index: number) => Judgement,
  ): Promise<Step>;
  /**
   * Adds to a commit what becomes of the first of these images, as many as weigh so much (`MOST_WEIGHT` at first), with counters and
   * the trash.
   */
  add(
    batch: WriteBatch,
    target: { dataset: string; maker: Maker; days: number; weight: number },
    changes: readonly ImageChange[],
    judge: (record: ImageRecord | null, index: number) => Judgement,
  ): Promise<Step>;
}

/** A rejected image. Times in Unix milliseconds; `until`: when it is deleted for good. */
export interface TrashedImage {
  dataset: string;
  record: ImageRecord;
  at: number;
  by: string;
  until: number;
  /** Generation of its original as found by a purge, `''` if there was none; null if no purge has started. */
  purging: string | null;
}

export interface MaskChange {
  image: string;
  tag: string;
  /** Id of the mask, which may be a new one; undefined for the tag's only mask. */
  mask: string | undefined;
  /** `gs://` uri of the new mask; null removes it. */
  uri: string | null;
  /** The revision on which the change rests, if the caller names it. */
  seen: number | undefined;
  /** Otherwise nobody has checked the image as it is now. */
  isPerson: boolean;
}

/**
 * What became of it: uris of earlier masks that no other mask of the image has, so that their objects can be removed; or the other
 * state in which the image is; or that the tag has several masks, or the image as many as it can have.
 */
export type MaskOutcome =
  | { replaced: readonly string[] }
  | { revision: number; current: string | undefined }
  | { refused: 'several' | 'enough' };

/** Masks of an image's record. Counters change in the same commit. */
export interface Masks {
  /** @returns null: the image is gone */
  set(change: MaskChange): Promise<MaskOutcome | null>;
}
