/** Parses the part of a diff that `--raw -z` prints: the changed paths. */

export interface TreeEntry {
  mode: string;
  /** Zeros for a file of the working tree that has no object yet. */
  oid: string;
}

export interface PathChange {
  path: string;
  /** The old path of a rename. */
  oldPath?: string;
  /** git's letter: `A`, `M`, `T`, `D`, `R`; `U` in a conflict. */
  letter: string;
  /** Null if that side does not have the path. */
  before: TreeEntry | null;
  after: TreeEntry | null;
}

const [LINE_FEED, COLON, NUL] = [10, 58, 0];
const ABSENT = '000000';
const entry = (mode: string, oid: string): TreeEntry | null => (mode === ABSENT ? null : { mode, oid });

/** @returns the changes, and what follows them */
export function parseRaw(
  bytes: Buffer,
  decode: (path: Buffer) => string,
): { changes: PathChange[]; rest: Buffer } {
  const changes: PathChange[] = [];
  // In the output of `git log`, a line feed comes first.
  let at = bytes[0] === LINE_FEED ? 1 : 0;
  const next = (): Buffer => {
    const end = bytes.indexOf(NUL, at);
    const record = bytes.subarray(at, end < 0 ? bytes.length : end);
    at = end < 0 ? bytes.length : end + 1;
    return record;
  };
  while (bytes[at] === COLON) {
    const [oldMode = '', mode = '', oldOid = '', oid = '', letter = ''] = next()
      .toString('latin1', 1)
      .split(' ');
    const first = decode(next());
    const paths = letter.startsWith('R') ? { oldPath: first, path: decode(next()) } : { path: first };
    const sides = { before: entry(oldMode, oldOid), after: entry(mode, oid) };
    changes.push({ ...paths, letter: letter.charAt(0), ...sides });
  }
  return { changes, rest: bytes.subarray(bytes[at] === NUL ? at + 1 : at) };
}
