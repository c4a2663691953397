/** Records that the calls of Contract 9 read and write. */
import type { Answer } from '../answer.ts';
import type { Filter, Selection, SelectionChanged, SelectionUndone } from '../api.ts';

export type DatasetType = 'MULTICLASS' | 'MULTILABEL' | 'ANOMALY' | 'imageObjectDetection';
export type SetType = 'TRAIN' | 'TEST' | 'VALIDATION' | 'PREDETERMINED' | 'REVIEW';
export type Role = 'viewer' | 'editor' | 'owner';

/** The people of a dataset or monitor. */
export type ListedPeople = Pick<
  Answer<'GET /dataset/{dataset_id}/members'>,
  'people' | 'invitations' | 'offer'
>;
export type ListedMember = ListedPeople['people'][number];
/** A record whose ownership is offered to the caller: `by` a uid, and `from` that person's name. */
export type ListedOffer = NonNullable<Answer<'GET /dataset'>['offers']>[number];

/** Fields of a tag that a caller may set. */
export interface TagFields {
  name?: string;
  /** A CSS colour. */
  color?: string;
  /** One character: the keyboard shortcut. */
  key?: string;
  order?: number;
  unclassified?: boolean;
}

export interface NewDataset {
  name: string;
  type: DatasetType;
  tags?: readonly (TagFields & { name: string })[];
  /** 20 random letters and digits by default. */
  id?: string;
}

export interface NewMonitor {
  name: string;
  /** Dataset for images that name none. */
  dataset?: string;
  /** Percentage of images that go into REVIEW. */
  review?: number;
  id?: string;
}

export interface MonitorChange extends Partial<Omit<NewMonitor, 'id' | 'dataset'>> {
  dataset?: string | null;
  /** Frames per minute that its camera should send. Null: as many as in its last session. */
  expected?: number | null;
}

export type ListedImage = Answer<'GET /dataset/{dataset_id}/images'>['images'][number];
/** x, y, w, h: 0 to 1 of the upright image. */
export type ListedAnnotation = ListedImage['tags'][number];
/** A rejected image: `by` whom, `at` what time, and `until` when it stays. */
export type TrashedImage = Answer<'GET /dataset/{dataset_id}/trash'>['images'][number];

/** Filter of a list; of several values, any. Times are Unix milliseconds, inclusive. */
export type ImageFilter = Filter;

export interface ImagePage<I = ListedImage> {
  images: I[];
  /** Pass it as `after` for the next page; null on the last page. */
  next: string | null;
}

export interface ImageChange {
  image: string;
  /** The revision that the reviewer saw; nothing changes if the image has another one by now. */
  seen?: number;
  /** Tag id; null removes the label. */
  tag?: string | null;
  set?: SetType;
  /** `empty`: there is nothing in the image, which has no boxes and masks. */
  decision?: 'accept' | 'review' | 'reject' | 'empty';
  /** Takes back that a person has checked it. */
  checked?: false;
}

export type ImageOutcome = Answer<'POST /dataset/{dataset_id}/trash/restore'>['images'][number];

export type { Selection };

/** `found`: images of the selection; the others by outcome. `stale`: changed since, or gone. */
export type SelectionChange = Omit<SelectionChanged, 'error' | 'status'>;
/** `changed`: images that somebody has changed since, and that stay as they are. */
export type SelectionUndo = Omit<SelectionUndone, 'error' | 'status'>;
export type ImageLink = Answer<'POST /dataset/{dataset_id}/links'>['links'][string];

export interface DeviceKeyRecord {
  /** First 12 characters of its SHA-256. */
  hash: string;
  /** Unix milliseconds. */
  made: number;
  by: string;
  /** Uid of the editor who answers for it: the key ends when they are no longer an editor. */
  holder: string;
  /** `YYYY-MM-DD`; null if it was never used. */
  lastUsed: string | null;
}
