/** From which score on a person wants to see the predictions of a run, in this browser. */
/** Half: what is less likely than not only covers the picture. */
const USUAL = 0.5;

const keyOf = (uid: string, dataset: string, run: number): string => `least score/${uid}/${dataset}/${run}`;

/** 0 to 1. An entry that something else has overwritten counts as none. */
export function leastScore(uid: string, dataset: string, run: number): number {
  const stored = Number.parseFloat(localStorage.getItem(keyOf(uid, dataset, run)) ?? '');
  return stored >= 0 && stored <= 1 ? stored : USUAL;
}

export function keepLeastScore(uid: string, dataset: string, run: number, least: number): void {
  try {
    localStorage.setItem(keyOf(uid, dataset, run), String(least));
  } catch {
    // The browser's storage is full or disabled: the score lasts until the page is left.
  }
}
