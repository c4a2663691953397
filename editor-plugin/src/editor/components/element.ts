/** Creates elements in one expression. Texts are set as text, never as HTML. */
type Child = Node | string | false | null | undefined;

interface Attributes {
  class?: string;
  title?: string | undefined;
  text?: string;
  disabled?: boolean;
  hidden?: boolean;
  onclick?: (event: MouseEvent) => void;
  [attribute: string]: unknown;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { text, disabled, hidden, onclick, ...rest }: Attributes = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== null) made.setAttribute(name, String(value));
  if (text !== undefined) made.textContent = text;
  if (disabled === true) made.setAttribute('disabled', '');
  if (hidden === true) made.hidden = true;
  if (onclick !== undefined) made.addEventListener('click', (event) => onclick(event as MouseEvent));
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}

/** @param name of a Font Awesome 4 icon, which the editor includes */
export const icon = (name: string): HTMLElement =>
  element('i', { class: `fa fa-${name}`, 'aria-hidden': 'true' });
