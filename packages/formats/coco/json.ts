/** Entries in lists of any length: a list is written at once. */
type Entries = Iterable<readonly object[]> | AsyncIterable<readonly object[]>;

/** A COCO file, in pieces. The annotations are requested when all images are written. */
export async function* cocoJson(
  images: Entries,
  annotations: Entries,
  categories: readonly object[],
): AsyncGenerator<string> {
  yield '{"info":{"description":"Sightline"},"licenses":[],"images":[';
  yield* joinedEntries(images);
  yield '],"annotations":[';
  yield* joinedEntries(annotations);
  yield `],"categories":${JSON.stringify(categories)}}\n`;
}

/** With commas between them. */
export async function* joinedEntries(lists: Entries): AsyncGenerator<string> {
  let separator = '\n';
  for await (const list of lists) {
    if (list.length === 0) continue;
    yield separator + list.map((entry) => JSON.stringify(entry)).join(',\n');
    separator = ',\n';
  }
}
