/** Lines and dots of the visible part of the history, as SVG. Pure except for the elements that it creates. */
import type { LogCommit } from '../../../../packages/git/src/operations/read-log.ts';

export const ROW = 40;
const LANE = 14;
/** Further lanes share the last column, because the text needs space. */
const MOST_LANES = 10;
const COLOURS = 7;

const columnOf = (lane: number): number => Math.min(lane, MOST_LANES - 1);
const x = (lane: number): number => 12 + columnOf(lane) * LANE;

function svg(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** Width of these rows' lanes in pixels. */
export function graphWidth(commits: readonly LogCommit[]): number {
  const lanes = commits.flatMap(({ lane, edges }) => [
    lane,
    ...edges.map(({ from, to }) => Math.max(from, to)),
  ]);
  return x(Math.max(0, ...lanes)) + 12;
}

/** @param first row of the first commit; @param commits in row order, plus one at each end if there is one */
export function drawLines(commits: readonly LogCommit[], first: number): SVGElement {
  const top = first * ROW;
  const root = svg('svg', {
    class: 'sightline-git-graph',
    width: graphWidth(commits),
    height: commits.length * ROW,
    style: `top:${top}px`,
    'aria-hidden': 'true',
  });
  for (const [at, commit] of commits.entries())
    for (const { from, to } of commit.edges) root.append(drawEdge(x(from), x(to), at * ROW + ROW / 2, to));
  for (const [at, commit] of commits.entries()) root.append(...drawDot(commit, at * ROW + ROW / 2));
  return root;
}

function drawEdge(from: number, to: number, y: number, lane: number): SVGElement {
  const end = y + ROW;
  const middle = y + ROW / 2;
  const d =
    from === to ? `M${from} ${y}V${end}` : `M${from} ${y}C${from} ${middle} ${to} ${middle} ${to} ${end}`;
  return svg('path', { d, class: `lane-${lane % COLOURS}` });
}

/** Filled: pushed. Hollow: local only. With a ring: HEAD. */
function drawDot({ lane, pushed, isHead }: LogCommit, y: number): SVGElement[] {
  const kind = `lane-${lane % COLOURS} ${pushed ? 'pushed' : 'local'}`;
  const dot = svg('circle', { cx: x(lane), cy: y, r: 4.5, class: kind });
  return isHead ? [svg('circle', { cx: x(lane), cy: y, r: 8, class: `${kind} head` }), dot] : [dot];
}
