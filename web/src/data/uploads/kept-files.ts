/**
 * Files that were chosen to be uploaded, kept in this browser until the service has them. They are copied, because the browser lets
 * the next tab read nothing from the disk.
 */
import { type BrowserRecords, browserRecords, within } from '../browser-records.ts';
import { siteConfig } from '../firebase.ts';

/** Uploads of one visit. */
export interface About {
  dataset: string;
  monitor: { id: string; name: string };
  /** Name of the session that they form, new for each visit. */
  session: string;
}

export interface KeptFile {
  /** In its visit, in the order in which they were chosen. */
  id: number;
  file: File;
}

type Kept = About & { file: File };

/** The files of one visit. */
export interface FileKeeper {
  /** Resolves when the file outlives this tab. Rejects if there is no room. */
  keep(id: number, file: File): Promise<unknown>;
  forget(id: number): Promise<unknown>;
  forgetAll(): Promise<unknown>;
}

/** People and projects have databases of their own. */
const recordsOf = (uid: string): BrowserRecords =>
  browserRecords(`sightline-uploads/${siteConfig().firebase.projectId}/${uid}`);

export function fileKeeper(uid: string, about: About): FileKeeper {
  const records = recordsOf(uid);
  const { session } = about;
  return {
    keep: (id, file) => records.write((store) => store.put({ ...about, file } satisfies Kept, [session, id])),
    forget: (id) => records.write((store) => store.delete([session, id])),
    forgetAll: () => records.write((store) => store.delete(within([session]))),
  };
}

/** The visits of earlier tabs, the oldest first. @param session only this one */
export async function readKept(
  uid: string,
  session?: string,
): Promise<{ about: About; files: KeptFile[] }[]> {
  const range = session === undefined ? undefined : within([session]);
  const all = new Map<string, { about: About; files: KeptFile[] }>();
  for (const [[, id], { file, ...about }] of await recordsOf(uid).read<[string, number], Kept>(range)) {
    const visit = all.get(about.session) ?? { about, files: [] };
    visit.files.push({ id, file });
    all.set(about.session, visit);
  }
  return [...all.values()];
}
