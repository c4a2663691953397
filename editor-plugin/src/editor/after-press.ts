/** Drawing waits from the press of a button to its click: a button that is replaced in between is never clicked. */

/** Milliseconds from a release until it is certain that no click follows; that of a finger comes a moment later. */
const CLICK = 50;

let isPressed = false;
let timer = 0;
const waiting = new Set<() => void>();

/** @returns draws now, or after the click */
export const afterPress = (draw: () => void) => (): void => {
  if (isPressed) waiting.add(draw);
  else draw();
};

/** To be called once. */
export function followPresses(): void {
  document.addEventListener('pointerdown', ({ target }) =>
    press((target as Element).closest('button, [role="option"]') !== null),
  );
  // After the button's own listeners, which find everything as it was pressed.
  document.addEventListener('click', () => press(false));
  for (const end of ['pointerup', 'pointercancel', 'blur'])
    window.addEventListener(end, () => {
      if (isPressed) timer = window.setTimeout(press, CLICK, false);
    });
}

function press(isNow: boolean): void {
  window.clearTimeout(timer);
  isPressed = isNow;
  if (isPressed) return;
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) draw();
}
