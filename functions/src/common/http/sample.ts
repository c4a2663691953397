/**
 * One valid request of an operation, made of records that whoever sends it has: the fuzz test breaks it, the permissions
 * matrix sends it as each kind of caller.
 */
import type { Method } from './route.ts';

export interface Sample {
  /** The operation's first one by default. */
  method?: Method;
  /** Path parameters other than those in `Known.params`, ready for a URL. */
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | readonly string[]>>;
  /** JSON, or the bytes of a picture. */
  body?: object;
}

/** The records of whoever sends samples. */
export interface Known {
  /** By the name of the path parameter. */
  params: Readonly<Record<string, string>>;
  /** A dataset and a monitor whose people, tags, keys and hooks may be changed. */
  spare: { dataset: string; monitor: string };
  /** What may be deleted: a dataset by its id and name, a monitor, a tag and hooks of the spare records, an image by its encoded uri. */
  doomed: { dataset: string; name: string; monitor: string; tag: string; hook: string; image: string };
  /** A tag of the spare dataset that stays. */
  kept: string;
  /** A monitor that the spare dataset may admit. */
  admitted: string;
  /** Ids of images, at least two. */
  images: readonly string[];
  /** Numbers of a run whose file has come, and of one that is ready; `params.run` takes predictions. */
  runs: { sent: string; ready: string };
  jpeg: Buffer;
  /** A mask of the image's size. */
  png: Buffer;
  /** Hash of a commit in the project. */
  commit: string;
}

/**
 * Whom an operation is for: people and programs with at least this role in the record. A camera may call what says so, with the
 * device key of its monitor.
 */
export type Access =
  | 'open'
  | 'person'
  | 'creator'
  | 'git read'
  | 'git write'
  | `${'viewer' | 'editor' | 'owner'} of ${'dataset' | 'monitor' | 'image'}`
  | `editor of ${'dataset' | 'monitor'}, or camera`;
