/** The button Test of a monitor's dialog: asks the runtime what works with the values as they are typed. */
import type { EditorNode, Finding } from './red.ts';

const FIELDS = ['address', 'monitor', 'key', 'folder'] as const;
const ICONS = { works: 'fa-check', fails: 'fa-times', unknown: 'fa-minus' };

export function prepareTest(this: EditorNode): void {
  const button = document.getElementById('sightline-test') as HTMLButtonElement;
  button.addEventListener('click', () => {
    button.disabled = true;
    show([]);
    const finish = (lines: HTMLElement[]): void => {
      button.disabled = false;
      show(lines);
    };
    $.ajax({
      url: 'sightline/test',
      type: 'POST',
      contentType: 'application/json',
      data: JSON.stringify({ id: this.id, ...typedValues() }),
      success: ({ findings }) => finish(findings.map((each) => lineOf(this, each))),
      error: ({ status }) => finish([line('fails', `${this._('test.no-answer')} (${status})`)]),
    });
  });
}

const typedValues = (): Record<string, string> =>
  Object.fromEntries(
    FIELDS.map((name) => {
      const input = document.getElementById(`node-config-input-${name}`) as HTMLInputElement | null;
      return [name, input?.value ?? ''];
    }),
  );

function lineOf(node: EditorNode, { check, outcome, reason }: Finding): HTMLElement {
  const text = node._(`test.${check}-${outcome}`);
  return line(outcome, reason === undefined ? text : `${text}: ${reason}`);
}

function line(outcome: Finding['outcome'], text: string): HTMLElement {
  const item = document.createElement('li');
  item.className = outcome;
  const icon = document.createElement('i');
  icon.className = `fa ${ICONS[outcome]}`;
  icon.setAttribute('aria-hidden', 'true');
  const words = document.createElement('span');
  words.textContent = text;
  item.append(icon, words);
  return item;
}

function show(lines: HTMLElement[]): void {
  document.getElementById('sightline-findings')?.replaceChildren(...lines);
}
