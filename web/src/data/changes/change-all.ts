/**
 * One change of all images that a filter shows (Contract 9: PATCH images, `select`). A job does it. What is asked is kept in this
 * browser until then: a page that is opened again follows it.
 */
import type {
  ImageFilter,
  Selection,
  SelectionChange,
  SelectionUndo,
} from '../../../../client/src/curate/records.ts';
import { currentPerson } from '../account.ts';
import type { Judgement } from '../images/judgement.ts';
import { countImages } from '../images/list-source.ts';
import { Store, usePart, useStore } from '../live/store.ts';
import { outbox } from '../outbox/current.ts';
import { isWaitingChange } from '../outbox/use-entries.ts';
import { untilAnswered } from '../persist.ts';
import { service } from '../service.ts';

/** `key`: the same until it is done. */
export interface ChangeAsked {
  kind: 'change';
  key: string;
  select: Selection;
  change: Judgement;
}

/** `images`: how many it had changed. */
export interface UndoAsked {
  kind: 'undo';
  change: string;
  images: number;
}

type Asked = ChangeAsked | UndoAsked;

/** How far it is. `waits`: there is no connection. */
export interface Progress {
  kind: Asked['kind'];
  done: number;
  all: number;
  waits: boolean;
}

const running = new Map<string, Store<Progress | null>>();

function storeOf(dataset: string): Store<Progress | null> {
  const store = running.get(dataset) ?? new Store<Progress | null>(null);
  running.set(dataset, store);
  return store;
}

export const useChangeAll = (dataset: string): Progress | null => useStore(storeOf(dataset));

/** By dataset, how many such changes have ended: counts and images are then read anew. */
const made = new Store<ReadonlyMap<string, number>>(new Map());

export const useChangesMade = (dataset: string): number => usePart(made, (all) => all.get(dataset) ?? 0);

/** All images that the filter shows now, those of this person's own decisions included. */
export async function allShown(dataset: string, filter: ImageFilter): Promise<Selection> {
  const waits = (entry: Parameters<typeof isWaitingChange>[0]) =>
    isWaitingChange(entry) && entry.dataset === dataset;
  await outbox().entries.until((entries) => !entries.some(waits));
  const { at } = await service()
    .datasets(dataset)
    .images.list({ ...filter, limit: 1 });
  return { ...filter, shown: await countImages(dataset, filter), at };
}

const keyOf = (dataset: string): string => `change-all/${currentPerson()?.uid ?? ''}/${dataset}`;

/** As text, what this visit does or has done. */
const known = new Set<string>();

/** What an earlier visit has left, once; null if nothing. */
export function leftToDo(dataset: string): Asked | null {
  const kept = localStorage.getItem(keyOf(dataset)) ?? 'null';
  if (known.has(kept)) return null;
  known.add(kept);
  try {
    return JSON.parse(kept) as Asked | null;
  } catch {
    return null;
  }
}

/** @throws SightlineError if the service refuses it */
export const changeAll = (dataset: string, asked: ChangeAsked): Promise<SelectionChange> =>
  work(dataset, asked, asked.select.shown, ({ select, change, key }, show) =>
    service()
      .datasets(dataset)
      .images.changeAll(select, change, {
        key,
        onProgress: ({ done, total }) => show(done, total ?? select.shown),
      }),
  );

/** @throws SightlineError if the service refuses it */
export const undoAll = (dataset: string, asked: UndoAsked): Promise<SelectionUndo> =>
  work(dataset, asked, asked.images, ({ change, images }, show) =>
    service()
      .datasets(dataset)
      .images.undo(change, { onProgress: ({ done, total }) => show(done, total ?? images) }),
  );

async function work<A extends Asked, T>(
  dataset: string,
  asked: A,
  all: number,
  call: (asked: A, show: (done: number, all: number) => void) => Promise<T>,
): Promise<T> {
  const store = storeOf(dataset);
  const key = keyOf(dataset);
  let at: Progress = { kind: asked.kind, done: 0, all, waits: false };
  const show = (done: number, of: number) => {
    at = { ...at, done, all: of };
    store.set(at);
  };
  const kept = JSON.stringify(asked);
  known.add(kept);
  localStorage.setItem(key, kept);
  show(0, all);
  try {
    return await untilAnswered(
      () => call(asked, show),
      () => store.set({ ...at, waits: true }),
    );
  } finally {
    // What another person's sign-in has interrupted is kept for this one.
    if (key === keyOf(dataset)) localStorage.removeItem(key);
    store.set(null);
    made.set(new Map(made.get()).set(dataset, (made.get().get(dataset) ?? 0) + 1));
  }
}
