import type { FileDiff } from '../../../../functions/src/git/diff/compare-file.ts';
import type { FlowDiff, FlowNode, FlowTabDiff } from '../../../../functions/src/git/diff/compare-flows.ts';
import type { Hunk } from '../../../../functions/src/git/diff/make-hunks.ts';
import { text } from '../text.ts';
import { element } from './element.ts';

/** Lines of one file that are shown at once; the rest is told as a number. */
const MOST_LINES = 400;

/** One file of a commit: what happened to its nodes where it holds flows, and its lines, folded away then. */
export function drawFile(file: FileDiff): HTMLElement {
  const letter = { added: 'A', deleted: 'D', renamed: 'R', modified: 'M' }[file.status as string] ?? 'M';
  const name = file.oldPath === undefined ? file.path : `${file.oldPath} → ${file.path}`;
  const head = element('summary', {}, [
    element('span', {
      class: 'sightline-git-code',
      'data-code': letter,
      text: letter,
      title: text(`code.${letter}`),
    }),
    element('span', { class: 'sightline-git-path', text: name, title: name }),
    element('span', { class: 'sightline-git-plus', text: `+${file.insertions}` }),
    element('span', { class: 'sightline-git-minus', text: `−${file.deletions}` }),
  ]);
  const lines = element('details', { class: 'sightline-git-diff' }, [head, drawLines(file)]);
  const hasFlows = file.flows !== undefined && file.flows.tabs.length > 0;
  lines.open = !hasFlows;
  return element('div', { class: 'sightline-git-file-diff', 'data-path': file.path }, [
    lines,
    hasFlows && file.flows !== undefined && drawFlows(file.flows),
  ]);
}

const drawFlows = ({ tabs }: FlowDiff): HTMLElement =>
  element('div', { class: 'sightline-git-flows' }, tabs.map(drawTab));

function drawTab(tab: FlowTabDiff): HTMLElement {
  const sign = { added: '+', removed: '−', changed: '' }[tab.status];
  return element('div', { class: 'sightline-git-tab', 'data-tab': tab.id }, [
    element('div', { class: `sightline-git-tab-name ${tab.status}`, text: `${sign} ${tab.label}`.trim() }),
    ...tab.added.map((node) => drawNode(node, 'added', '')),
    ...tab.changed.map((node) => drawNode(node, 'changed', describe(node.properties))),
    ...tab.removed.map((node) => drawNode(node, 'removed', '')),
  ]);
}

const SIGNS = { added: '+', changed: '~', removed: '−' } as const;

/** A node that is in the workspace is shown there. */
function drawNode(node: FlowNode, kind: keyof typeof SIGNS, what: string): HTMLElement {
  const isTab = node.type === 'tab' || node.type === 'subflow';
  const content = [
    element('span', { class: 'sightline-git-sign', text: SIGNS[kind], title: text(`node.${kind}`) }),
    element('span', { class: 'sightline-git-node-name', text: node.name === '' ? node.type : node.name }),
    node.name !== '' && element('span', { class: 'sightline-git-quiet', text: node.type }),
    what !== '' && element('span', { class: 'sightline-git-properties', text: what, title: what }),
  ];
  const attributes = { class: `sightline-git-node ${kind}`, 'data-node': node.id };
  if (isTab || RED.nodes.node(node.id) === null) return element('div', attributes, content);
  const onclick = (): void => RED.view.reveal(node.id);
  return element('button', { ...attributes, type: 'button', title: text('node.reveal'), onclick }, content);
}

/** Names of properties; a node that was only moved says so. */
function describe(properties: readonly string[]): string {
  const isMoved = properties.every((name) => name === 'x' || name === 'y');
  return isMoved ? text('node.moved') : properties.filter((name) => name !== 'x' && name !== 'y').join(', ');
}

function drawLines({ binary, hunks }: FileDiff): HTMLElement {
  if (binary) return element('div', { class: 'sightline-git-none', text: text('detail.binary') });
  const rows = hunks.flatMap(drawHunk);
  const more = rows.length - MOST_LINES;
  return element('pre', { class: 'sightline-git-lines' }, [
    ...rows.slice(0, MOST_LINES),
    more > 0 && element('div', { class: 'hunk', text: text('detail.moreLines', { count: more }) }),
  ]);
}

const KINDS: Readonly<Record<string, string>> = { '+': 'plus', '-': 'minus', '\\': 'note' };

const drawHunk = (hunk: Hunk): HTMLElement[] => [
  element('div', {
    class: 'hunk',
    text: `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
  }),
  ...hunk.lines.map((line) =>
    element('div', { class: KINDS[line[0] ?? ''] ?? '', text: line === '' ? ' ' : line }),
  ),
];
