/**
 * Newer editors show two sidebar panes, one above the other, and the upper one opens low. When a browser shows this tab for
 * the first time, the pane is enlarged for the history. After that the user decides.
 */
const DONE = 'sightline-git:height';
/** Height of the sidebar. */
const SHARE = 0.68;

export function takeUsefulHeight(root: HTMLElement): void {
  const own = root.closest<HTMLElement>('.red-ui-sidebar-section');
  const top = own?.parentElement?.querySelector<HTMLElement>('.red-ui-sidebar-section-top');
  const bottom = own?.parentElement?.querySelector<HTMLElement>('.red-ui-sidebar-section-bottom');
  if (own == null || top == null || bottom == null) return;
  const whole = top.offsetHeight + bottom.offsetHeight;
  // The other pane is closed, or there is enough space.
  if (top.offsetHeight === 0 || bottom.offsetHeight === 0 || own.offsetHeight >= whole * SHARE) return;
  if (wasDone()) return;
  top.style.height = `${Math.round(whole * (own === top ? SHARE : 1 - SHARE))}px`;
  window.dispatchEvent(new Event('resize'));
}

/** A browser without storage does this each time. */
function wasDone(): boolean {
  try {
    const was = window.localStorage.getItem(DONE) !== null;
    window.localStorage.setItem(DONE, 'taken');
    return was;
  } catch {
    return false;
  }
}
