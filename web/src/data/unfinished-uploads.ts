/** Uploads of archives that a closed tab broke off: the same file goes on where it was, for as long as its link lives. */
interface Unfinished {
  dataset: string;
  name: string;
  size: number;
  modified: number;
  id: string;
  upload: string;
  at: number;
}

const KEY = 'uploads';
/** Milliseconds; the link itself lives a week. */
const LIFE = 6 * 24 * 3600 * 1000;
const MOST = 10;

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
  keep([mine, ...all().filter((each) => each.id !== id)].slice(0, MOST));
}

export function forgetUpload(dataset: string, id: string): void {
  keep(all().filter((each) => each.dataset !== dataset || each.id !== id));
}

/** What else stands there is none of ours: anybody may edit a browser's storage. */
function all(): Unfinished[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const listed = Array.isArray(stored) ? (stored as Unfinished[]) : [];
    return listed.filter((each) => Date.now() - each?.at < LIFE);
  } catch {
    return [];
  }
}

const keep = (uploads: readonly Unfinished[]): void => localStorage.setItem(KEY, JSON.stringify(uploads));
