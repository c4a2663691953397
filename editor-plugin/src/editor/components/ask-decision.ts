/** Conflict dialog: for each node of a flow and each other file, which version to keep. */
import type { FlowConflict } from '../../../../packages/git/src/flows/merge-flows.ts';
import { text } from '../text.ts';
import { ask } from './ask.ts';
import { button } from './button.ts';
import { element } from './element.ts';
import { drawNodeConflict } from './node-conflict.ts';

export type Side = 'ours' | 'theirs';

export interface Decision {
  /** By node id. */
  choices: Record<string, Side>;
  /** By path. */
  resolutions: Record<string, Side>;
}

const WIDEST = 820;

/** Nothing has changed so far. @returns undefined if cancelled */
export async function askDecision(
  paths: readonly string[],
  conflicts: readonly FlowConflict[],
): Promise<Decision | undefined> {
  const nodes = conflicts.map((conflict) => drawNodeConflict(conflict));
  // Flows are decided node by node. A conflict in another JSON file comes back on its own.
  const others = paths.filter((path) => conflicts.length === 0 || !path.endsWith('.json'));
  const selects = others.map((path) => [path, sideSelect(path)] as const);
  const rows = selects.map(([path, select]) =>
    element('label', { class: 'sightline-git-field' }, [element('span', { text: path }), select]),
  );
  const list = element('div', { class: 'sightline-git-conflicts' }, [...nodes, ...rows]);
  const answer = await ask({
    title: text('conflict.title'),
    body: [
      text(conflicts.length > 0 ? 'conflict.nodes' : 'conflict.body'),
      takeAll(list, nodes.length),
      list,
    ],
    choices: [{ label: text('conflict.go'), value: true, primary: true }],
    width: Math.min(WIDEST, window.innerWidth - 40),
  });
  if (answer !== true) return undefined;
  return {
    choices: Object.fromEntries(nodes.map((node) => [node.dataset.node ?? '', sideOf(node)])),
    resolutions: Object.fromEntries(selects.map(([path, select]) => [path, select.value as Side])),
  };
}

const sideOf = (node: HTMLElement): Side =>
  node.querySelector<HTMLInputElement>('input[value="theirs"]')?.checked === true ? 'theirs' : 'ours';

function takeAll(list: HTMLElement, count: number): HTMLElement {
  const take = (side: Side) => () => {
    for (const input of list.querySelectorAll<HTMLInputElement>(`input[value="${side}"]`)) input.click();
  };
  const all = (side: Side): HTMLElement =>
    button({ label: text(`conflict.all-${side}`), name: `all-${side}`, onclick: take(side) });
  return element('div', { class: 'sightline-git-actions', hidden: count < 2 }, [all('ours'), all('theirs')]);
}

const sideSelect = (path: string): HTMLSelectElement =>
  element('select', { 'data-path': path }, [
    element('option', { value: 'ours', text: text('conflict.ours') }),
    element('option', { value: 'theirs', text: text('conflict.theirs') }),
  ]);
