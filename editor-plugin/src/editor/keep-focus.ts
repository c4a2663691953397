/**
 * Keeps the keyboard focus in place when buttons are redrawn, are disabled while a command runs, or disappear with their
 * row.
 */
export class FocusKeeper {
  readonly #root: HTMLElement;
  /** Selectors of the wanted focus while nothing has it, best first. */
  #wanted: string[] = [];

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** @param isBusy a command is running: what cannot take the focus now may be able to later */
  around(draw: () => void, isBusy: boolean): void {
    const { activeElement } = document;
    if (activeElement !== null && this.#root.contains(activeElement))
      this.#wanted = selectorsOf(activeElement);
    // The user moved the focus elsewhere.
    else if (activeElement !== document.body) this.#wanted = [];
    draw();
    if (this.#wanted.length === 0 || document.activeElement !== document.body) return;
    this.#place(isBusy);
  }

  #place(isBusy: boolean): void {
    const found = this.#wanted.map((selector) => this.#root.querySelector<HTMLElement>(selector));
    const best = isBusy ? found.slice(0, 1) : found;
    best.find((each) => each !== null && !each.hasAttribute('disabled'))?.focus();
    if (!isBusy || document.activeElement !== document.body) this.#wanted = [];
  }
}

/** The same button, a similar one in another row, or the one that always exists. */
function selectorsOf(focused: Element): string[] {
  const name = focused.getAttribute('data-name');
  const row = focused.closest('[data-path]')?.getAttribute('data-path');
  const within = row == null ? '' : `[data-path="${CSS.escape(row)}"] `;
  const last = '[data-name="refresh"]';
  if (name !== null) return [`${within}[data-name="${name}"]`, `[data-name="${name}"]`, last];
  return within === '' ? [] : [`${within}.sightline-git-file-name`, last];
}
