/** Where the images go that people upload, and what their sessions are called. Pure. */
import { mayEdit, type Role } from '../records/role.ts';

/** Ids of monitors that the console makes for uploads begin so. */
export const UPLOADS = 'uploads-';

/** Of sessions that people upload. */
const UPLOAD = 'upload-';

/**
 * The monitor that uploaded images are added to: that of the dataset's uploads; else a new one, if this person may create monitors.
 * For others a camera has to do, best one that sends into this dataset. Null if there is none.
 */
export function monitorFor<M extends { id: string; role: Role | null; dataset: string }>(
  monitors: readonly M[],
  dataset: string,
  mayCreate: boolean,
): M | 'new' | null {
  const own = monitors.filter(({ role }) => mayEdit(role));
  const ofDataset = own.filter((each) => each.dataset === dataset);
  const uploads = ofDataset.find(({ id }) => id.startsWith(UPLOADS));
  if (uploads) return uploads;
  return mayCreate ? 'new' : (ofDataset[0] ?? own[0] ?? null);
}

/** The id of a session by its monitor and name (Contract 10). */
export const sessionIn = (monitor: string, name: string): string => `${monitor}.${name}`;

/** Whether a person has uploaded its images: no camera has sent them. @param id of a session */
export const isUploaded = (monitor: string, id: string): boolean => id.startsWith(sessionIn(monitor, UPLOAD));

/** Such as `upload-20261122-134501-x7f2`, new for each visit. */
export function sessionName(now = new Date()): string {
  const time = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${UPLOAD}${time}-${crypto.randomUUID().slice(0, 4)}`;
}
