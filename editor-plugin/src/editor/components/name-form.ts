/** A name field with a button. A rejected name stays in the field, with the reason below it. */
import { button } from './button.ts';
import { element } from './element.ts';

interface NameFormOptions {
  /** Label of the field. */
  label: string;
  /** Label of the button. */
  go: string;
  icon: string;
  /** Class of the button, for tests and for the focus. */
  name: string;
  value?: string;
  disabled: boolean;
  /** @returns the error sentence, or undefined */
  submit: (name: string) => Promise<string | undefined>;
}

export function nameForm({ label, go, icon, name, value, disabled, submit }: NameFormOptions): HTMLElement {
  const input = element('input', {
    type: 'text',
    placeholder: label,
    'aria-label': label,
    spellcheck: 'false',
    disabled,
    value: value ?? '',
  });
  const reason = element('div', { class: 'sightline-git-refused', role: 'alert' });
  const send = async (): Promise<void> => {
    const wanted = input.value.trim();
    const refused = wanted === '' ? '' : await submit(wanted);
    if (refused === undefined) return;
    reason.textContent = refused;
    input.focus();
  };
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // Otherwise the same key press would activate the button that gets the focus when the menu closes.
    event.preventDefault();
    void send();
  });
  const make = button({ icon, label: go, name, disabled, onclick: () => void send() });
  return element('div', { class: 'sightline-git-name-form' }, [
    element('div', { class: 'sightline-git-name-field' }, [input, make]),
    reason,
  ]);
}
