/** Milliseconds from a release until it is certain that no click follows; that of a finger comes a moment later. */
const CLICK = 50;

/**
 * Puts off drawing from the press of a button to its click: a button that is replaced in between is never clicked.
 * @returns draws now, or after the click
 */
export function afterPress(root: HTMLElement, draw: () => void): () => void {
  let isPressed = false;
  let isDue = false;
  let timer = 0;
  const tell = (): void => {
    isDue = isPressed;
    if (!isPressed) draw();
  };
  const press = (isNow: boolean): void => {
    window.clearTimeout(timer);
    isPressed = isNow;
    if (isDue) tell();
  };
  root.addEventListener('pointerdown', ({ target }) =>
    press((target as Element).closest('button, [role="option"]') !== null),
  );
  root.addEventListener('click', () => press(false));
  for (const end of ['pointerup', 'pointercancel', 'blur'])
    window.addEventListener(end, () => {
      if (isPressed) timer = window.setTimeout(press, CLICK, false);
    });
  return tell;
}
