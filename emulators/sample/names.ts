/** Every name in the sample data, for the launcher, the tests and the README's examples. */

export const PROJECT = 'demo-sightline';

export const BUCKET = 'demo-sightline.firebasestorage.app';

/**
 * Realtime Database namespaces with the live state: the default instance, which security rules apply to, and the one that
 * the emulator suite's functions emulator gives to functions of a `demo-` project.
 */
export const NAMESPACES = ['demo-sightline-default-rtdb', 'demo-sightline'] as const;

/** One dataset of each type (Spec 2.1). */
export const DATASET_IDS = ['bolts', 'castings', 'surface', 'parts'] as const;
export type DatasetId = (typeof DATASET_IDS)[number];

/** Ids of the tags, also used as their names, in the order of the dataset's list. */
export const TAG_IDS: Readonly<Record<DatasetId, readonly string[]>> = {
  bolts: ['good', 'missing_thread', 'rusty', 'unclassified'],
  castings: ['normal', 'defective'],
  surface: ['normal', 'scratch', 'crack', 'stain'],
  parts: ['bolt', 'nut', 'washer', 'gear', 'bracket'],
};

/** Tags of bad parts. */
export const BAD: readonly string[] = ['missing_thread', 'rusty', 'defective', 'scratch', 'crack', 'stain'];

/** What models say of the images of one dataset; the file is in emulator-data. */
export const [RUNS_DATASET, RUNS_FILE] = ['bolts', 'runs.json'] as const;

/** Default datasets: `bolts` and `parts`. Both are stopped. */
export const MONITOR_IDS = ['line-1', 'line-2'] as const;

/** A finished session of `line-1`. */
export const SESSION_ID = 'session-line-1-first';

/** Password of every sample user. */
export const PASSWORD = 'sightline';

export interface SampleUser {
  /** Also the local part of the e-mail address. */
  uid: string;
  claims: Readonly<Record<string, unknown>>;
}

/** `owner` owns all datasets and monitors; `editor` and `viewer` are members of all; `stranger` of none. */
export const USERS: readonly SampleUser[] = [
  { uid: 'admin', claims: { admin: true } },
  { uid: 'owner', claims: { creator: true } },
  { uid: 'editor', claims: {} },
  { uid: 'viewer', claims: {} },
  { uid: 'stranger', claims: {} },
  { uid: 'gitreader', claims: { permissions: ['git-control.read'] } },
  { uid: 'gitwriter', claims: { permissions: ['git-control.write', 'git-control.read'] } },
];

export const emailOf = (uid: string): string => `${uid}@sightline.test`;

/** Capture date of the first image; all dates are relative to it. */
export const FIRST_MOMENT = Date.UTC(2026, 9, 5, 6, 0, 0);
