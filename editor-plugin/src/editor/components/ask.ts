/** Dialogs and notices as the editor's notifications. */

import { text } from '../text.ts';
import { element } from './element.ts';

export interface Choice<T> {
  /** From the catalogue; the editor sets it as HTML. */
  label: string;
  value: T;
  primary?: boolean;
}

interface Question<T> {
  title: string;
  /** More paragraphs or elements. */
  body?: readonly (string | Node)[];
  choices: readonly Choice<T>[];
  width?: number;
}

/** Modal; Escape and "Cancel" return undefined. */
export function ask<T>({ title, body = [], choices, width = 500 }: Question<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const answer = (value: T | undefined): void => {
      document.removeEventListener('keydown', onKey, true);
      notification.close();
      if (before instanceof HTMLElement) before.focus();
      resolve(value);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      answer(undefined);
    };
    const content = contentOf(title, body);
    const buttons = [
      { text: text('ask.cancel'), click: () => answer(undefined) },
      ...choices.map(({ label, value, primary }) => ({
        text: label,
        class: primary ? 'primary' : '',
        click: () => answer(value),
      })),
    ];
    const notification = RED.notify($(content), {
      modal: true,
      fixed: true,
      type: 'warning',
      width,
      buttons,
    });
    document.addEventListener('keydown', onKey, true);
    focusInside(content);
  });
}

function contentOf(title: string, body: readonly (string | Node)[]): HTMLElement {
  const parts = body.map((part) => (typeof part === 'string' ? element('p', { text: part }) : part));
  return element('div', { class: 'sightline-git-ask', role: 'alertdialog', 'aria-label': title }, [
    element('p', { class: 'sightline-git-ask-title', text: title }),
    ...parts,
  ]);
}

/** Focuses the first field, otherwise the safe button. */
function focusInside(content: HTMLElement): void {
  const whole = content.closest('.red-ui-notification') ?? content;
  window.setTimeout(() => whole.querySelector<HTMLElement>('input, select, button')?.focus(), 50);
}

export function tell(
  sentence: string,
  type: 'success' | 'warning' | 'error' = 'success',
  advice?: string,
): void {
  const content = element('div', {}, [
    element('p', { text: sentence }),
    advice !== undefined && element('p', { class: 'sightline-git-advice', text: advice }),
  ]);
  RED.notify($(content), { type, timeout: type === 'success' ? 4_000 : 10_000 });
}

export const fileList = (paths: readonly string[]): HTMLElement =>
  element(
    'ul',
    { class: 'sightline-git-ask-files' },
    paths.slice(0, 20).map((path) => element('li', { text: path })),
  );
