import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** Milliseconds after which a finger has rested long enough. */
const HOLD = 450;
/** Pixels by which a resting finger may move. */
const SLACK = 10;

/**
 * Calls `hold` when a finger or a pen rests on something; the click that would follow is none.
 * @returns `handlers` of the element; `isTouched`: whether the last press was by a finger or a pen
 */
export function useHold(hold: (on: Element) => void) {
  const press = useRef({ x: 0, y: 0, isMouse: true, isHeld: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = () => clearTimeout(timer.current);
  useEffect(() => end, []);
  const handlers = {
    onPointerDown: ({ pointerType, clientX: x, clientY: y, target }: PointerEvent) => {
      const isMouse = pointerType === 'mouse';
      press.current = { x, y, isMouse, isHeld: false };
      end();
      if (isMouse) return;
      timer.current = setTimeout(() => {
        press.current.isHeld = true;
        hold(target as Element);
      }, HOLD);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current;
      if (Math.hypot(clientX - x, clientY - y) > SLACK) end();
    },
    onPointerUp: end,
    // The finger scrolls.
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (press.current.isHeld) event.stopPropagation();
      press.current.isHeld = false;
    },
    onContextMenu: (event: MouseEvent) => {
      if (!press.current.isMouse) event.preventDefault();
    },
  };
  return { handlers, isTouched: () => !press.current.isMouse };
}
