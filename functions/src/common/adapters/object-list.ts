import type { ListedObject } from '../../sweep/listings.ts';
import { bucket } from './objects.ts';

/** Objects in one page of a list, the service's own limit. */
const PAGE = 1000;

/** All objects whose names begin so, in the byte order of their names, page by page. */
export async function* listObjects(prefix: string): AsyncGenerator<ListedObject> {
  const fields = 'items(name,updated),nextPageToken';
  let query: object | null = { prefix, maxResults: PAGE, autoPaginate: false, fields };
  while (query) {
    const [files, next]: [unknown[], object | null, ...unknown[]] = await (await bucket()).getFiles(query);
    // With `fields` the client gives what the service answered, not its own File that its types promise.
    for (const { name, updated } of files as { name: string; updated: string }[]) {
      yield { name, updated: Date.parse(updated) };
    }
    query = next ? { fields, ...next } : null;
  }
}
