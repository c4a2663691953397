/** Lists of objects, in the byte order of their names. */
import { askStorage, fieldsOf, STATUS, strangeAnswer } from './storage-http.ts';

/** Objects in one page, the service's own limit. */
export const PAGE = 1000;

interface Page {
  items: { name: string; size: number; generation: string; updated: string }[];
  /** Token of the next page; null if this is the last one. */
  next: string | null;
}

interface Range {
  /** Prefix of the names. */
  prefix?: string;
  /** The first name to list. */
  startOffset?: string;
  pageToken?: string;
  maxResults?: number;
}

/** One page. @throws with `code`, as Storage answers */
export async function listPage(range: Range): Promise<Page> {
  const what = 'object list';
  const query = { maxResults: PAGE, ...range, fields: 'items(name,size,generation,updated),nextPageToken' };
  return askStorage({ what, query }, [STATUS.ok], (answer) => {
    const { items = [], nextPageToken = null } = fieldsOf(what, answer);
    if (!Array.isArray(items)) throw strangeAnswer(what);
    return {
      items: items.map(({ name, size, generation, updated }) => ({
        name,
        size: Number(size),
        generation: String(generation),
        updated,
      })),
      next: nextPageToken === null ? null : String(nextPageToken),
    };
  });
}

/** All objects with this prefix, page by page; `updated` in Unix milliseconds. */
export async function* listObjects(prefix: string): AsyncGenerator<{ name: string; updated: number }> {
  for (let pageToken: string | null = ''; pageToken !== null; ) {
    const { items, next }: Page = await listPage({ prefix, ...(pageToken !== '' && { pageToken }) });
    for (const { name, updated } of items) yield { name, updated: Date.parse(updated) };
    pageToken = next;
  }
}
