/** What the editor shows, as one value. */
import type { Annotation, Drawing } from './drawing.ts';
import { type EditHistory, NO_STEPS } from './history.ts';

export interface EditorState {
  drawing: Drawing | null;
  selection: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
  locked: ReadonlySet<string>;
  /** Id of the tool in hand, and of the last one that drew. */
  tool: string;
  lastDrawn: string | null;
  tag: string | null;
  history: EditHistory;
  /** Annotations of a model that are offered and not yet taken. */
  offered: readonly Offer[];
}

/** What a model sees. `id` is only known to this page. */
export interface Offer extends Annotation {
  score: number;
}

export const NOTHING_OPEN: EditorState = {
  drawing: null,
  selection: new Set(),
  hidden: new Set(),
  locked: new Set(),
  tool: 'select',
  lastDrawn: null,
  tag: null,
  history: NO_STEPS,
  offered: [],
};

/** The latest status message. `count` grows with each one, so that the same text twice is two messages. */
export interface Message {
  text: string;
  count: number;
}
