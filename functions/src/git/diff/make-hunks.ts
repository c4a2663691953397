/** Hunks as `git diff` shows them, with three lines around each change. Pure. */
import { type Change, diffLines, splitLines } from './diff-lines.ts';

export interface Hunk {
  /** From 1; 0 where that side is empty. */
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each with ` `, `-` or `+` in front and no line feed; `\ No newline at end of file` where that is so. */
  lines: string[];
}

export interface TextDiff {
  hunks: Hunk[];
  insertions: number;
  deletions: number;
}

const CONTEXT = 3;

export function diffTexts(before: string, after: string): TextDiff {
  const a = splitLines(before);
  const b = splitLines(after);
  const changes = diffLines(a, b);
  return {
    hunks: group(changes).map((together) => makeHunk(a, b, together)),
    insertions: changes.reduce((sum, change) => sum + change.newCount, 0),
    deletions: changes.reduce((sum, change) => sum + change.oldCount, 0),
  };
}

/** Changes whose surroundings touch stand in one hunk. */
function group(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && change.oldStart - (last.oldStart + last.oldCount) <= 2 * CONTEXT)
      groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups;
}

function makeHunk(a: readonly string[], b: readonly string[], changes: readonly Change[]): Hunk {
  const first = changes[0] ?? { oldStart: 0, oldCount: 0, newStart: 0, newCount: 0 };
  const last = changes.at(-1) ?? first;
  const lead = Math.min(CONTEXT, first.oldStart);
  const stop = Math.min(last.oldStart + last.oldCount + CONTEXT, a.length);
  const lines: string[] = [];
  let at = first.oldStart - lead;
  for (const change of changes) {
    push(lines, ' ', a.slice(at, change.oldStart));
    push(lines, '-', a.slice(change.oldStart, change.oldStart + change.oldCount));
    push(lines, '+', b.slice(change.newStart, change.newStart + change.newCount));
    at = change.oldStart + change.oldCount;
  }
  push(lines, ' ', a.slice(at, stop));
  const oldLines = stop - (first.oldStart - lead);
  const grown = changes.reduce((sum, change) => sum + change.newCount - change.oldCount, 0);
  const newLines = oldLines + grown;
  const oldStart = first.oldStart - lead + (oldLines === 0 ? 0 : 1);
  return { oldStart, oldLines, newStart: first.newStart - lead + (newLines === 0 ? 0 : 1), newLines, lines };
}

function push(into: string[], sign: string, lines: readonly string[]): void {
  for (const line of lines) {
    if (line.endsWith('\n')) into.push(sign + line.slice(0, -1));
    else into.push(sign + line, '\\ No newline at end of file');
  }
}
