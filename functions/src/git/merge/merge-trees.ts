/** Three-way merge of trees in memory. Nothing is written to the working tree; new contents are handed back. */
import type { FlatEntry, FlatTree } from '../objects/flat-tree.ts';
import { hashObject } from '../objects/git-object.ts';
import { MODE_EXECUTABLE, MODE_FILE } from '../objects/tree.ts';
import { isSoundFlow, mergeFlows } from './merge-flows.ts';
import { mergeLines } from './merge-lines.ts';

/** How a person decided about a file in conflict. */
export type Resolution = 'ours' | 'theirs';

export interface MergedTree {
  files: Map<string, FlatEntry>;
  /** Contents that no object holds yet, by hash. */
  contents: Map<string, Buffer>;
  conflicted: string[];
}

type Side = FlatEntry | undefined;

export function mergeTrees(
  bases: readonly FlatTree[],
  ours: FlatTree,
  theirs: FlatTree,
  read: (oid: string) => Buffer,
  resolutions: Readonly<Record<string, Resolution>> = {},
): MergedTree {
  const merged: MergedTree = { files: new Map(), contents: new Map(), conflicted: [] };
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const [o, t] = [ours.get(path), theirs.get(path)];
    const chosen = mergeEntry(agreedBase(bases, path), o, t, read, merged.contents, path);
    const resolved = chosen === 'conflict' ? resolve(resolutions[path], o, t) : chosen;
    if (resolved === 'conflict') merged.conflicted.push(path);
    else if (resolved !== undefined) merged.files.set(path, resolved);
  }
  merged.conflicted.push(...shadowed(merged.files));
  merged.conflicted.sort();
  return merged;
}

const isSame = (a: Side, b: Side): boolean => a?.oid === b?.oid && a?.mode === b?.mode;

function resolve(resolution: Resolution | undefined, ours: Side, theirs: Side): Side | 'conflict' {
  if (resolution === undefined) return 'conflict';
  return resolution === 'ours' ? ours : theirs;
}

/** After criss-cross merges there are several bases; one that they do not agree on proves nothing, and is none. */
function agreedBase(bases: readonly FlatTree[], path: string): Side | 'unclear' {
  const [first, ...others] = bases.map((base) => base.get(path));
  return others.every((other) => isSame(first, other)) ? first : 'unclear';
}

function mergeEntry(
  base: Side | 'unclear',
  ours: Side,
  theirs: Side,
  read: (oid: string) => Buffer,
  contents: Map<string, Buffer>,
  path: string,
): Side | 'conflict' {
  if (isSame(ours, theirs)) return ours;
  if (base === 'unclear') return 'conflict';
  if (isSame(base, theirs)) return ours;
  if (isSame(base, ours)) return theirs;
  if (base === undefined || ours === undefined || theirs === undefined) return 'conflict';
  if (![base, ours, theirs].every(isFile)) return 'conflict';
  const mode = ours.mode === base.mode ? theirs.mode : ours.mode;
  if (ours.oid === theirs.oid || theirs.oid === base.oid) return { mode, oid: ours.oid };
  if (ours.oid === base.oid) return { mode, oid: theirs.oid };
  const content = mergeContent(path, read(base.oid), read(ours.oid), read(theirs.oid));
  if (content === undefined) return 'conflict';
  const oid = hashObject('blob', content);
  contents.set(oid, content);
  return { mode, oid };
}

const isFile = ({ mode }: FlatEntry): boolean => mode === MODE_FILE || mode === MODE_EXECUTABLE;

/** A flow file whose lines merge into something that is no flow file any more is merged by its nodes, or not at all. */
function mergeContent(path: string, base: Buffer, ours: Buffer, theirs: Buffer): Buffer | undefined {
  if ([base, ours, theirs].some((side) => side.includes(0))) return undefined;
  // Bytes that are no UTF-8 must come through unchanged: latin1 keeps every byte.
  const encoding = path.endsWith('.json') ? 'utf8' : 'latin1';
  const [b, o, t] = [base.toString(encoding), ours.toString(encoding), theirs.toString(encoding)];
  const byLine = mergeLines(b, o, t);
  const isFlow = encoding === 'utf8' && [o, t].every(isSoundFlow);
  const text = isFlow && (byLine === undefined || !isSoundFlow(byLine)) ? mergeFlows(b, o, t) : byLine;
  if (text === undefined || (isJson(path, [o, t]) && !isJson(path, [text]))) return undefined;
  return Buffer.from(text, encoding);
}

function isJson(path: string, texts: readonly string[]): boolean {
  if (!path.endsWith('.json')) return false;
  try {
    for (const text of texts) JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A file on one side and a folder of the same name on the other cannot both be. */
function shadowed(files: ReadonlyMap<string, FlatEntry>): string[] {
  const found = new Set<string>();
  for (const path of files.keys())
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
      if (files.has(path.slice(0, slash))) found.add(path.slice(0, slash));
  return [...found];
}
