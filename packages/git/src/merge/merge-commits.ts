/**
 * Merges two commits into a tree: with git, and for what git cannot merge with a person's choices. Flow files are merged
 * node by node, even if git merged their lines into something with dangling references.
 */
import { makeScratch } from '../change/scratch.ts';
import { diffTrees } from '../diff/diff-trees.ts';
import type { PathChange, TreeEntry } from '../diff/parse-raw.ts';
import { checkFlows, type FlowTexts } from '../flows/check-flows.ts';
import { isFlowFile, LARGEST_FLOW, parseFlow } from '../flows/flow.ts';
import { type FlowConflict, mergeFlows } from '../flows/merge-flows.ts';
import { readSmallText } from '../process/cat-file.ts';
import { git, gitLine, type Repository } from '../repository.ts';
import { type ConflictedPath, mergeTrees } from './merge-trees.ts';

/** A person's choice for a file, or for a node of a flow file, in conflict. */
export type Side = 'ours' | 'theirs';

export interface Choices {
  /** By path. */
  files: Readonly<Record<string, Side>>;
  /** By node id. */
  nodes: Readonly<Record<string, Side>>;
}

export interface MergedCommits {
  /** Valid only if nothing is in conflict. */
  tree: string;
  conflicted: string[];
  flowConflicts: FlowConflict[];
}

export async function mergeCommits(
  repository: Repository,
  [ours, theirs]: readonly [string, string],
  choices: Choices,
): Promise<MergedCommits> {
  const { tree, conflicts } = await mergeTrees(repository, ours, theirs);
  const unsound = await findUnsound(repository, { tree, ours, theirs, conflicts });
  const merged: MergedCommits = { tree, conflicted: [], flowConflicts: [] };
  const decided = new Map<string, TreeEntry | null>();
  for (const conflict of [...conflicts, ...unsound])
    await decide(repository, conflict, choices, merged, decided);
  merged.conflicted.sort();
  if (merged.conflicted.length === 0 && decided.size > 0)
    merged.tree = await replaceEntries(repository, tree, decided);
  return merged;
}

const isFile = (entry: TreeEntry | null): entry is TreeEntry => entry?.mode.startsWith('100') === true;

interface Sides {
  tree: string;
  ours: string;
  theirs: string;
  conflicts: readonly ConflictedPath[];
}

/** Flow files that git merged by lines into an invalid flow file or one with dangling references. */
async function findUnsound(
  repository: Repository,
  { tree, ours, theirs, conflicts }: Sides,
): Promise<ConflictedPath[]> {
  const [fromOurs, fromTheirs] = [
    await diffTrees(repository, ours, tree),
    await diffTrees(repository, theirs, tree),
  ];
  const others = new Map(fromTheirs.map((change) => [change.path, change]));
  const known = new Set(conflicts.map(({ path }) => path));
  const unsound: ConflictedPath[] = [];
  for (const mine of fromOurs) {
    const other = others.get(mine.path);
    if (other === undefined || known.has(mine.path) || !isFlowFile(mine.path)) continue;
    const found = await judge(repository, mine, other, [ours, theirs]);
    if (found !== undefined) unsound.push(found);
  }
  return unsound;
}

async function judge(
  repository: Repository,
  { path, before: ours, after }: PathChange,
  { before: theirs }: PathChange,
  commits: readonly [string, string],
): Promise<ConflictedPath | undefined> {
  if (!isFile(after) || !isFile(ours) || !isFile(theirs)) return undefined;
  const base = await baseOf(repository, path, commits);
  const sides = await readSides(repository, { path, base, ours, theirs });
  if (sides === undefined) return undefined;
  const merged = await readText(repository, after);
  const isSound = merged !== null && isSoundMerge(merged, sides);
  return isSound ? undefined : { path, base, ours, theirs };
}

/** Other JSON files must only remain valid JSON. */
function isSoundMerge(merged: string, sides: FlowTexts): boolean {
  if (isFlow(sides.ours) && isFlow(sides.theirs)) return checkFlows(merged, sides).length === 0;
  return isJson(merged) || !isJson(sides.ours) || !isJson(sides.theirs);
}

const isFlow = (text: string): boolean => parseFlow(text) !== undefined;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function baseOf(
  repository: Repository,
  path: string,
  commits: readonly [string, string],
): Promise<TreeEntry | null> {
  const base = await gitLine(repository, ['merge-base', ...commits]);
  const found = await gitLine(repository, ['ls-tree', '-z', base, '--', path]);
  const [mode = '', , oid = ''] = found.slice(0, found.indexOf('\t')).split(' ');
  return found === '' ? null : { mode, oid };
}

/** Null if it is larger than a flow file. */
const readText = (repository: Repository, { oid }: TreeEntry): Promise<string | null> =>
  readSmallText(repository, oid, LARGEST_FLOW);

async function decide(
  repository: Repository,
  conflict: ConflictedPath,
  choices: Choices,
  merged: MergedCommits,
  decided: Map<string, TreeEntry | null>,
): Promise<void> {
  // A file may be named `constructor`.
  const side = Object.hasOwn(choices.files, conflict.path) ? choices.files[conflict.path] : undefined;
  if (side !== undefined) {
    decided.set(conflict.path, conflict[side]);
    return;
  }
  const flow = await mergeFlowFile(repository, conflict, choices);
  if ('entry' in flow) decided.set(conflict.path, flow.entry);
  else {
    merged.conflicted.push(conflict.path);
    merged.flowConflicts.push(...flow.conflicts);
  }
}

/** Undefined if it is not text, whose bytes must be kept unchanged, or larger than a flow file. */
async function readSides(repository: Repository, conflict: ConflictedPath): Promise<FlowTexts | undefined> {
  if (!isFlowFile(conflict.path) || !isFile(conflict.ours) || !isFile(conflict.theirs)) return undefined;
  const base = isFile(conflict.base) ? await readText(repository, conflict.base) : '';
  const ours = await readText(repository, conflict.ours);
  const theirs = await readText(repository, conflict.theirs);
  if (base === null || ours === null || theirs === null) return undefined;
  if (/[\0\ufffd]/.test(ours) || /[\0\ufffd]/.test(theirs)) return undefined;
  return { base: isFile(conflict.base) ? base : null, ours, theirs };
}

async function mergeFlowFile(
  repository: Repository,
  conflict: ConflictedPath,
  choices: Choices,
): Promise<{ entry: TreeEntry } | { conflicts: FlowConflict[] }> {
  const texts = await readSides(repository, conflict);
  if (texts === undefined) return { conflicts: [] };
  const merged = mergeFlows(texts.base, texts.ours, texts.theirs, choices.nodes);
  if (!merged.ok) return merged;
  const oid = await gitLine(repository, ['hash-object', '-w', '--stdin'], { input: merged.text });
  const { base, ours, theirs } = conflict;
  const mode = (ours?.mode === base?.mode ? theirs?.mode : ours?.mode) ?? '100644';
  return { entry: { mode, oid } };
}

async function replaceEntries(
  repository: Repository,
  tree: string,
  entries: ReadonlyMap<string, TreeEntry | null>,
): Promise<string> {
  const index = makeScratch(repository, 'merge');
  const lines = [...entries].map(
    ([path, entry]) => `${entry?.mode ?? '0'} ${entry?.oid ?? '0'.repeat(40)}\t${path}\0`,
  );
  await git(repository, ['read-tree', tree], { index });
  await git(repository, ['update-index', '-z', '--index-info'], { index, input: lines.join('') });
  return gitLine(repository, ['write-tree'], { index });
}
