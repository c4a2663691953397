/**
 * The check of a part of the suggestions (Contract 15), before all of them are accepted. What a person has said of it is kept in
 * this browser: the service learns it with the last one.
 */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type {
  AcceptedSuggestions,
  MadeAcceptance,
  ReviewedSample,
} from '../../../../client/src/suggestions.ts';
import { currentPerson, onOtherPerson } from '../account.ts';
import { Store, useStore } from '../live/store.ts';

/** Said of an image to which none of the classes applies. */
export const NONE = '';

export interface Check extends MadeAcceptance {
  /** The right class by image, or `NONE`. */
  said: Readonly<Record<string, string>>;
  /** Null until all have been reviewed and sent. */
  outcome: Outcome | null;
}

/** What the review shows of each class. */
export type Figures = AcceptedSuggestions['classes'];

export type Outcome =
  | { state: 'accepted'; classes: Figures; accepted: number; stale: number }
  | { state: 'refused'; classes: Figures };

const checks = new Map<string, Store<Check | null>>();
onOtherPerson(() => checks.clear());

const keyOf = (dataset: string): string => `check/${currentPerson()?.uid ?? ''}/${dataset}`;

function storeOf(dataset: string): Store<Check | null> {
  if (checks.size === 0) followOthers();
  const store = checks.get(dataset) ?? new Store(readKept(dataset));
  checks.set(dataset, store);
  return store;
}

/** An entry that something else has overwritten counts as none. */
function readKept(dataset: string): Check | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(dataset)) ?? 'null') as Check | null;
    return kept && Array.isArray(kept.sample) && Array.isArray(kept.classes) && typeof kept.said === 'object'
      ? kept
      : null;
  } catch {
    return null;
  }
}

export const useCheck = (dataset: string): Check | null => useStore(storeOf(dataset));
export const currentCheck = (dataset: string): Check | null => storeOf(dataset).get();

export function keepCheck(dataset: string, check: Check | null): void {
  if (check) localStorage.setItem(keyOf(dataset), JSON.stringify(check));
  else localStorage.removeItem(keyOf(dataset));
  storeOf(dataset).set(check);
}

/** @param tag the right class, or `NONE` */
export function say(dataset: string, image: string, tag: string): void {
  const check = joined(currentCheck(dataset), readKept(dataset));
  if (check) keepCheck(dataset, { ...check, said: { ...check.said, [image]: tag } });
}

/** What this tab and another one know of the same check. Pure. */
export function joined(own: Check | null, kept: Check | null): Check | null {
  if (!own || kept?.acceptance !== own.acceptance) return own;
  return { ...own, said: { ...own.said, ...kept.said }, outcome: kept.outcome ?? own.outcome };
}

/** Another tab has said something, or has come to an end. */
function followOthers(): void {
  addEventListener('storage', ({ key }) => {
    for (const [dataset, store] of checks) if (key === keyOf(dataset)) store.set(readKept(dataset));
  });
}

/** How many of the suggestions a person has agreed with. */
export const rightOf = ({ sample, said }: Check): number =>
  sample.filter(({ image, tag }) => said[image] === tag).length;

export const reviewedOf = ({ sample, said }: Check): ReviewedSample =>
  sample.map(({ image, tag, revision }) => {
    const own = said[image];
    return own === tag
      ? { image, revision, correct: true }
      : { image, revision, correct: false, ...(own && { tag: own }) };
  });

/** Images by the class that the person has given them. */
export function byClass(check: Check, images: ReadonlyMap<string, ListedImage>): Map<string, ListedImage[]> {
  const found = new Map<string, ListedImage[]>();
  for (const [id, tag] of Object.entries(check.said)) {
    const image = images.get(id);
    if (image && tag !== NONE) found.set(tag, [...(found.get(tag) ?? []), image]);
  }
  return found;
}
