/** The word among `words` that `word` was probably meant to be; null if none is close. */
export function nearest(word: string, words: readonly string[]): string | null {
  const ranked = words
    .map((each) => ({ each, distance: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, distance }) => distance <= Math.max(each.length, word.length) / 2)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.each ?? null;
}

/** What an error about an unknown name adds: what was probably meant, otherwise `are` and the known names. */
export function unknownHint(name: string, known: readonly string[], are: string): string {
  const near = nearest(name, known);
  if (near !== null) return `; did you mean "${near}"?`;
  return `; ${are} ${known.length === 0 ? 'none' : known.join(', ')}`;
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  // Words of very different length are far apart, so the work stays small whatever was sent.
  if (Math.abs(from.length - to.length) > to.length) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 0; at < to.length; at += 1) {
      const changed = (row[at] as number) + (letter === to[at] ? 0 : 1);
      next.push(Math.min(changed, (row[at + 1] as number) + 1, (next[at] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
