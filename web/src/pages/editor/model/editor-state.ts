/** What the editor shows, as one value. */
import type { Drawing, Offer } from './drawing.ts';
import { type EditHistory, NO_STEPS } from './history.ts';

export interface EditorState {
  drawing: Drawing | null;
  selection: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
  locked: ReadonlySet<string>;
  /** Id of the active tool. */
  tool: string;
  /** Id of the last active tool that draws. */
  lastDrawn: string | null;
  tag: string | null;
  history: EditHistory;
  /** Suggestions of a model that are not accepted yet. */
  offered: readonly Offer[];
  /** Predictions of a run with a lower score are not shown. */
  least: number;
  /** Id of the suggestion that keys point at. */
  pointed: string | null;
}

export const NO_OFFERS = { offered: [], pointed: null };

export const NOTHING_OPEN: EditorState = {
  drawing: null,
  selection: new Set(),
  hidden: new Set(),
  locked: new Set(),
  tool: 'select',
  lastDrawn: null,
  tag: null,
  history: NO_STEPS,
  least: 0,
  ...NO_OFFERS,
};

/** The latest status message. `count` grows with each one, so that the same text twice is two messages. */
export interface Message {
  text: string;
  count: number;
}
