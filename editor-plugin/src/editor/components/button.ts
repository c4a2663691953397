import { element, icon } from './element.ts';

interface ButtonOptions {
  icon?: string;
  label?: string;
  /** What it does, for a pointer that rests and for screen readers; needed where there is no label. */
  title?: string;
  /** Shown after the icon. */
  count?: number;
  disabled?: boolean;
  class?: string;
  name?: string;
  onclick: () => void;
}

/** A button as the editor draws its own. */
export function button(options: ButtonOptions): HTMLButtonElement {
  const made = element(
    'button',
    {
      type: 'button',
      class: `red-ui-button red-ui-button-small ${options.class ?? ''}`.trim(),
      title: options.title,
      'aria-label': options.label === undefined ? options.title : undefined,
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
