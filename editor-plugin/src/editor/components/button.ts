import { element, icon } from './element.ts';

interface ButtonOptions {
  icon?: string;
  label?: string;
  /** Tooltip and accessible name; required if there is no label. */
  title?: string;
  /** Shown after the icon. */
  count?: number;
  disabled?: boolean;
  class?: string;
  name?: string;
  onclick: () => void;
}

/** A button in the editor's style. */
export function button(options: ButtonOptions): HTMLButtonElement {
  const made = element(
    'button',
    {
      type: 'button',
      class: `red-ui-button red-ui-button-small ${options.class ?? ''}`.trim(),
      title: options.title,
      // Screen readers would read label and count as one word, so the title replaces them.
      'aria-label': options.label === undefined || (options.count ?? 0) > 0 ? options.title : undefined,
      'data-name': options.name,
      disabled: options.disabled ?? false,
      onclick: options.onclick,
    },
    [
      options.icon !== undefined && icon(options.icon),
      options.label !== undefined && element('span', { text: options.label }),
      (options.count ?? 0) > 0 &&
        element('span', { class: 'sightline-git-count', text: String(options.count) }),
    ],
  );
  return made;
}
