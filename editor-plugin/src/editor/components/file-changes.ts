import type { FileDiff } from '../../../../packages/git/src/diff/file-diff.ts';

import type { Hunk } from '../../../../packages/git/src/diff/parse-patch.ts';
import type {
  ChangedFlowNode,
  FlowDiff,
  FlowTabDiff,
  NamedFlowNode,
} from '../../../../packages/git/src/flows/compare-flows.ts';
import { text } from '../text.ts';
import { element } from './element.ts';
import { drawProperties } from './property-changes.ts';

/** Number of lines of one file that are shown; the rest is given as a count. */
const MOST_LINES = 400;

/** One file of a commit: for flows, what happened to the nodes, with the lines collapsed; otherwise the lines. */
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
  const { flows } = file;
  const saysAll = flows !== undefined && (flows.tabs.length > 0 || flows.layoutOnly);
  lines.open = !saysAll;
  return element('div', { class: 'sightline-git-file-diff', 'data-path': file.path }, [
    lines,
    saysAll && drawFlows(flows),
  ]);
}

function drawFlows({ tabs, layoutOnly }: FlowDiff): HTMLElement {
  const layout = element('div', {
    class: 'sightline-git-quiet',
    'data-layout': '',
    text: text('node.layoutOnly'),
  });
  return element('div', { class: 'sightline-git-flows' }, layoutOnly ? [layout] : tabs.map(drawTab));
}

function drawTab(tab: FlowTabDiff): HTMLElement {
  const sign = { added: '+', removed: '−', changed: '' }[tab.status];
  return element('div', { class: 'sightline-git-tab', 'data-tab': tab.id }, [
    element('div', { class: `sightline-git-tab-name ${tab.status}`, text: `${sign} ${tab.label}`.trim() }),
    ...tab.added.map((node) => drawNode(node, 'added')),
    ...tab.changed.map((node) => drawChanged(node)),
    ...tab.removed.map((node) => drawNode(node, 'removed')),
  ]);
}

const SIGNS = { added: '+', changed: '~', removed: '−' } as const;

function drawChanged(node: ChangedFlowNode): HTMLElement {
  const isMoved = node.properties.every((name) => name === 'x' || name === 'y');
  return element('div', {}, [
    drawNode(node, 'changed', isMoved ? text('node.moved') : ''),
    drawProperties(node.changes),
  ]);
}

/** Reveals a node in the workspace if it is there. */
function drawNode(node: NamedFlowNode, kind: keyof typeof SIGNS, what = ''): HTMLElement {
  const isTab = node.type === 'tab' || node.type === 'subflow';
  const content = [
    element('span', { class: 'sightline-git-sign', text: SIGNS[kind], title: text(`node.${kind}`) }),
    element('span', { class: 'sightline-git-node-name', text: node.name === '' ? node.type : node.name }),
    node.name !== '' && element('span', { class: 'sightline-git-quiet', text: node.type }),
    what !== '' && element('span', { class: 'sightline-git-quiet', text: what }),
  ];
  const attributes = { class: `sightline-git-node ${kind}`, 'data-node': node.id };
  if (isTab || RED.nodes.node(node.id) === null) return element('div', attributes, content);
  const onclick = (): void => RED.view.reveal(node.id);
  return element('button', { ...attributes, type: 'button', title: text('node.reveal'), onclick }, content);
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
