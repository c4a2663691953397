import { currentPerson } from './account.ts';

/** Uploads of archives that were interrupted. If the same file is chosen again, its upload continues while the link is valid. */
interface Unfinished {
  dataset: string;
  name: string;
  size: number;
  modified: number;
  id: string;
  upload: string;
  at: number;
}

/** Per person, because several people may use the same browser, and a link takes the bytes of whoever has it. */
const key = (): string => `uploads/${currentPerson()?.uid ?? ''}`;
/** Milliseconds. The link itself is valid for a week. */
const LIFETIME = 6 * 24 * 3600 * 1000;
const MAX_KEPT = 10;

type Chosen = Pick<File, 'name' | 'size' | 'lastModified'>;

export function knownUpload(
  dataset: string,
  { name, size, lastModified }: Chosen,
): { id: string; upload: string } | undefined {
  return all().find(
    (each) =>
      each.dataset === dataset && each.name === name && each.size === size && each.modified === lastModified,
  );
}

export function rememberUpload(
  dataset: string,
  { name, size, lastModified }: Chosen,
  { id, upload }: { id: string; upload: string },
): void {
  const mine = { dataset, name, size, modified: lastModified, id, upload, at: Date.now() };
  keep([mine, ...all().filter((each) => each.id !== id)].slice(0, MAX_KEPT));
}

export function forgetUpload(dataset: string, id: string): void {
  keep(all().filter((each) => each.dataset !== dataset || each.id !== id));
}

/** Other entries are ignored: people can edit their browser's storage. */
function all(): Unfinished[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    const listed = Array.isArray(stored) ? (stored as Unfinished[]) : [];
    return listed.filter((each) => Date.now() - each?.at < LIFETIME);
  } catch {
    return [];
  }
}

const keep = (uploads: readonly Unfinished[]): void => localStorage.setItem(key(), JSON.stringify(uploads));
