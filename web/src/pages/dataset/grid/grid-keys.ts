import type { KeyboardEvent } from 'react';
import { focused, type Selection, select } from '../selection.ts';
import { type Layout, neighbour, placeOf } from '../timeline-layout.ts';
import type { Places } from './places.ts';

export interface Moving {
  layout: Layout;
  selection: Selection;
  images: Places;
  onSelect: (selection: Selection) => void;
  open: (at: number) => void;
  scroller: HTMLElement | null;
}

const STEPS: Readonly<Record<string, 'left' | 'right' | 'up' | 'down'>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Arrow keys move the focus and select, with Ctrl they only move it, Shift extends the selection, Space toggles, Enter opens. */
export function moveFocus(event: KeyboardEvent, moving: Moving): void {
  const act = actionOf(event, moving);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

function actionOf(event: KeyboardEvent, moving: Moving): (() => void) | null {
  const { layout, selection, images, onSelect, open, scroller } = moving;
  const focus = selection.focus?.at ?? null;
  if (event.key === 'Enter' && focus !== null) return () => open(focus);
  if (event.key === ' ' && focus !== null)
    return () => onSelect(select(selection, focus, 'toggle', images.idAt));
  const step = STEPS[event.key];
  if (!step || event.altKey) return null;
  const next = focus === null ? 0 : neighbour(layout, focus, step);
  return () => {
    const isMove = event.ctrlKey || event.metaKey;
    if (isMove) onSelect(focused(selection, next, images.idAt));
    else onSelect(select(selection, next, event.shiftKey ? 'range' : 'only', images.idAt));
    reveal(layout, next, scroller);
  };
}

function reveal(layout: Layout, at: number, scroller: HTMLElement | null): void {
  const section = layout.sections.find(({ first, count }) => at >= first && at < first + count);
  if (!section || !scroller) return;
  const { top, height } = placeOf(layout, section, at - section.first);
  if (top - layout.grid.header < scroller.scrollTop) scroller.scrollTop = top - layout.grid.header;
  else if (top + height > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + height - scroller.clientHeight + 8;
}
