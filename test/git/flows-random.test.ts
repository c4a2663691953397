/**
 * Two people edit one flow at once, at random: the merge is a valid flow, contains the edits of both, and is git's own merge
 * if git has a correct one. LONG=1 tests 20,000 pairs of edits.
 * @covers Contract 7 merge of flows by node; what a merge by lines must hold; changes of flows by node
 * @covers Contract 7 pull: flow files merge by node, others as git merges them
 * @covers Git: what one side removed and the other needs is a conflict; numbers keep their digits
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { checkFlows } from '../../packages/git/src/flows/check-flows.ts';
import { type FlowConflict, type FlowMerge, mergeFlows } from '../../packages/git/src/flows/merge-flows.ts';
import { SEED } from '../support/seed.ts';
import { type Draw, drawFrom, edit } from './flow-edits.ts';
import { faultsOf, hasReason, lossesOf, readNodes } from './flow-judge.ts';
import { editorExamples, INSPECTION, type SampleNode, textOf } from './flow-samples.ts';
import { newFolder, removeFolders } from './native.ts';

const PAIRS = Number(process.env.RUNS) || (process.env.LONG ? 20_000 : 300);
const EXAMPLES = editorExamples();

afterAll(removeFolders);

interface Pair {
  base: string;
  ours: string;
  theirs: string;
}

function drawPair(draw: Draw): Pair {
  const base = [...INSPECTION, ...(EXAMPLES[draw(EXAMPLES.length)] ?? [])];
  const indent = draw(5) === 0 ? 0 : 4;
  const end = draw(2) === 0 ? '' : '\n';
  const text = (nodes: typeof base): string => textOf(nodes, indent) + end;
  return { base: text(base), ours: text(edit(base, draw, 'a')), theirs: text(edit(base, draw, 'b')) };
}

/** git's merge by lines; undefined if it has a conflict. */
function mergeByLines(folder: string, pair: Pair): string | undefined {
  for (const name of ['base', 'ours', 'theirs'] as const) writeFileSync(join(folder, name), pair[name]);
  const { status, stdout } = spawnSync('git', ['merge-file', '-p', 'ours', 'base', 'theirs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? stdout : undefined;
}

/** As the engine merges: git's own text if it is correct. */
function merge(folder: string, pair: Pair, seen: Set<string>): FlowMerge {
  const lines = mergeByLines(folder, pair);
  const byNode = mergeFlows(pair.base, pair.ours, pair.theirs);
  if (lines === undefined) seen.add(byNode.ok ? 'only by node' : 'conflict for both');
  const isSound = lines !== undefined && checkFlows(lines, pair).length === 0;
  if (lines !== undefined && !isSound) seen.add('git took what leads nowhere');
  if (!isSound) return byNode;
  seen.add(byNode.ok ? 'both alike' : 'only by lines');
  if (byNode.ok) expect(sorted(byNode.text)).toEqual(sorted(lines));
  return { ok: true, text: lines };
}

const sorted = (text: string) => readNodes(text).sort((a, b) => (a.id < b.id ? -1 : 1));

function newFaults(text: string, pair: Pair): string[] {
  const known = [pair.ours, pair.theirs].map((side) => faultsOf(readNodes(side)));
  return [...faultsOf(readNodes(text))].filter((fault) => !known.some((side) => side.has(fault)));
}

const losses = (text: string, pair: Pair): string[] =>
  lossesOf(readNodes(text), [pair.base, pair.ours, pair.theirs].map(readNodes));

const isContested = (id: string, pair: Pair): boolean =>
  hasReason(id, [pair.base, pair.ours, pair.theirs].map(readNodes));

/** Any choices complete the merge; the chosen versions are in it, and no reference is dangling. */
function decide(draw: Draw, pair: Pair, conflicts: readonly FlowConflict[]): void {
  const choices = Object.fromEntries(
    conflicts.map(({ node }) => [node, draw(2) === 0 ? 'ours' : 'theirs'] as const),
  );
  const merged = mergeFlows(pair.base, pair.ours, pair.theirs, choices);
  if (!merged.ok) throw new Error('not ended');
  expect(newFaults(merged.text, pair)).toEqual([]);
  const nodes = new Map(readNodes(merged.text).map((node) => [node.id, node]));
  for (const { node, ...sides } of conflicts) {
    const chosen = sides[choices[node] ?? 'ours'];
    const other = sides[choices[node] === 'ours' ? 'theirs' : 'ours'];
    const allowed = chosen === null ? [undefined, read(other)] : [read(chosen)];
    expect(allowed.map(withoutMembers)).toContainEqual(withoutMembers(nodes.get(node)));
  }
  const decided = new Set(conflicts.map(({ node }) => node));
  const untouched = losses(merged.text, pair).filter((loss) => !decided.has(loss.split(' ')[0] ?? ''));
  // In addition to the merge, there may be only what a choice restored.
  expect(untouched.filter((loss) => !loss.endsWith('for nothing'))).toEqual([]);
}

const read = (text: string | null): SampleNode | undefined =>
  text === null ? undefined : readNodes(`[${text}]`)[0];
const withoutMembers = (node: SampleNode | undefined) => node && { ...node, nodes: undefined };

test(`${PAIRS} pairs of edits: valid, no dangling references, nothing is lost or duplicated`, () => {
  const folder = newFolder();
  const seen = new Set<string>();
  for (let number = 0; number < PAIRS; number++) {
    const draw = drawFrom(SEED * 1_000_003 + number);
    const pair = drawPair(draw);
    const merged = merge(folder, pair, seen);
    if (!merged.ok) {
      for (const { node } of merged.conflicts)
        expect([number, node, isContested(node, pair)]).toEqual([number, node, true]);
      decide(draw, pair, merged.conflicts);
    } else
      expect([number, newFaults(merged.text, pair), losses(merged.text, pair)]).toEqual([number, [], []]);
  }
  // Every possible path of a merge was taken; otherwise the edits prove little.
  const ways = ['both alike', 'conflict for both', 'git took what leads nowhere', 'only by node'];
  expect([...seen]).toEqual(expect.arrayContaining(ways));
}, 1_800_000);
