/** One node in conflict: the differences, both sides, and which side to keep. */
import { type FlowNode, labelOf, readNode } from '../../../../packages/git/src/flows/flow.ts';
import { parseJsonText } from '../../../../packages/git/src/flows/json-text.ts';
import type { FlowConflict } from '../../../../packages/git/src/flows/merge-flows.ts';
import { isSameJson } from '../../../../packages/git/src/flows/same-json.ts';
import { text } from '../text.ts';
import { element } from './element.ts';
import { drawValue } from './value.ts';

type Node = FlowNode | undefined;

let count = 0;

export function drawNodeConflict({ node, type, tab, ours, theirs }: FlowConflict): HTMLElement {
  const [mine, other] = [ours, theirs].map(parseNode);
  const shown = mine ?? other;
  const name = shown === undefined ? node : labelOf(shown);
  const group = `sightline-git-side-${count++}`;
  const head = element('tr', {}, [
    element('th', { scope: 'col', text: text('conflict.property') }),
    drawSide(group, 'ours', true),
    drawSide(group, 'theirs', false),
  ]);
  return element('fieldset', { class: 'sightline-git-conflict', 'data-node': node }, [
    element('legend', {}, [
      element('span', { class: 'sightline-git-node-name', text: name === node ? type : name }),
      element('span', { class: 'sightline-git-quiet', text: tab === null ? type : `${type} · ${tab}` }),
    ]),
    element('table', {}, [element('thead', {}, [head]), element('tbody', {}, drawRows(mine, other))]),
  ]);
}

function parseNode(json: string | null): Node {
  const value = json === null ? undefined : parseJsonText(json);
  return value === undefined ? undefined : readNode(value);
}

function drawSide(group: string, side: 'ours' | 'theirs', checked: boolean): HTMLElement {
  const input = element('input', { type: 'radio', name: group, value: side });
  input.checked = checked;
  const label = element('label', {}, [input, element('span', { text: text(`conflict.${side}`) })]);
  return element('th', { scope: 'col' }, [label]);
}

function drawRows(mine: Node, other: Node): HTMLElement[] {
  if (mine === undefined || other === undefined) return [drawRemoved(mine, other)];
  const names = new Set([...mine.properties.keys(), ...other.properties.keys()]);
  const differing = [...names].filter(
    (name) => !isSameJson(mine.properties.get(name), other.properties.get(name)),
  );
  return differing.map((name) =>
    element('tr', { 'data-property': name }, [
      element('th', { scope: 'row', text: name }),
      element('td', {}, [drawValue(mine.properties.get(name)?.text ?? null)]),
      element('td', {}, [drawValue(other.properties.get(name)?.text ?? null)]),
    ]),
  );
}

function drawRemoved(mine: Node, other: Node): HTMLElement {
  const cell = (node: Node): HTMLElement =>
    element('td', {
      class: node === undefined ? 'sightline-git-quiet' : '',
      text: text(node === undefined ? 'conflict.removed' : 'conflict.there'),
    });
  return element('tr', {}, [
    element('th', { scope: 'row', text: text('conflict.node') }),
    cell(mine),
    cell(other),
  ]);
}
