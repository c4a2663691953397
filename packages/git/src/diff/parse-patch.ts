/** Parses `git diff --patch-with-raw -z`: the changed files with their hunks. */
import { GitFault } from '../git-fault.ts';
import { decodeText, showPath } from '../process/records.ts';
import { type PathChange, parseRaw } from './parse-raw.ts';

export interface Hunk {
  /** From 1; 0 if that side is empty. */
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each starts with ` `, `-` or `+` and has no line feed; `\ No newline at end of file` if that applies. */
  lines: string[];
}

export interface PatchedFile extends PathChange {
  binary: boolean;
  hunks: Hunk[];
}

/** Maximum lines of all hunks together: each is a text of its own in memory and in the answer. */
const MOST_LINES = 500_000;

/** @throws GitFault `git_too_large` */
export function parsePatch(stdout: Buffer): PatchedFile[] {
  const { changes, rest } = parseRaw(stdout, showPath);
  // A path in conflict has no patch.
  const patched = changes.filter(({ letter }) => letter !== 'U');
  const files = patched.map((change): PatchedFile => ({ ...change, binary: false, hunks: [] }));
  readSections(rest, files);
  return files;
}

/** One section per file, or two if its kind changed: the old one is removed, the new one added. */
function readSections(patch: Buffer, files: readonly PatchedFile[]): void {
  const lines = new Lines(patch);
  let at = -1;
  let isSecond = false;
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    if (line.startsWith('diff --git ')) {
      isSecond = files[at]?.letter === 'T' && !isSecond;
      if (!isSecond) at += 1;
    } else if (line.startsWith('@@ ')) files[at]?.hunks.push(readHunk(line, lines));
    else if (line.startsWith('Binary files ') && files[at] !== undefined)
      (files[at] as PatchedFile).binary = true;
  }
}

function readHunk(header: string, lines: Lines): Hunk {
  const found = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(header);
  const [oldStart = 0, oldLines = 1, newStart = 0, newLines = 1] = (found ?? [])
    .slice(1)
    .map((digits) => (digits === undefined ? undefined : Number(digits)));
  const hunk: Hunk = { oldStart, oldLines, newStart, newLines, lines: [] };
  let [old, now] = [oldLines, newLines];
  while (old > 0 || now > 0 || lines.isNext('\\')) {
    const line = lines.next();
    if (line === undefined) break;
    hunk.lines.push(line);
    lines.countShown();
    if (line.startsWith(' ') || line.startsWith('-')) old -= 1;
    if (line.startsWith(' ') || line.startsWith('+')) now -= 1;
  }
  return hunk;
}

const LINE_FEED = 10;

class Lines {
  readonly #bytes: Buffer;
  #at = 0;
  #shown = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  countShown(): void {
    if (++this.#shown > MOST_LINES) throw new GitFault('git_too_large');
  }

  next(): string | undefined {
    if (this.#at >= this.#bytes.length) return undefined;
    const end = this.#bytes.indexOf(LINE_FEED, this.#at);
    const line = this.#bytes.subarray(this.#at, end < 0 ? this.#bytes.length : end);
    this.#at = end < 0 ? this.#bytes.length : end + 1;
    return decodeText(line);
  }

  isNext(character: string): boolean {
    return this.#at < this.#bytes.length && this.#bytes[this.#at] === character.charCodeAt(0);
  }
}
