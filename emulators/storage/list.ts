import { type Bucket, compareNames } from './bucket.ts';
import { invalid } from './errors.ts';
import { globPattern } from './glob.ts';
import type { StoredObject } from './object.ts';

/** Parameters of a list; `startOffset` is included, `endOffset` is not. */
export interface ListQuery {
  prefix: string;
  delimiter: string;
  maxResults: number;
  startOffset: string;
  endOffset?: string;
  /** Pattern that listed names must match. */
  pattern?: RegExp;
  /** The last name or prefix of the previous page. */
  after?: string;
}

export interface Page {
  items: StoredObject[];
  prefixes: string[];
  nextPageToken?: string;
}

/** The service returns at most 1,000 entries per page. */
const PAGE_LIMIT = 1000;

export function listQueryOf(query: URLSearchParams): ListQuery {
  const asked = Number(query.get('maxResults') ?? PAGE_LIMIT);
  if (!Number.isInteger(asked) || asked < 1) throw invalid('Invalid value for maxResults.');
  const endOffset = query.get('endOffset');
  const token = query.get('pageToken');
  const glob = query.get('matchGlob');
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    startOffset: query.get('startOffset') ?? '',
    maxResults: Math.min(asked, PAGE_LIMIT),
    ...(endOffset ? { endOffset } : {}),
    ...(glob ? { pattern: globPattern(glob) } : {}),
    ...(token ? { after: Buffer.from(token, 'base64url').toString() } : {}),
  };
}

/** One page; names with the same part up to the delimiter become one prefix. */
export function listPage(bucket: Bucket, query: ListQuery): Page {
  const page: Page = { items: [], prefixes: [] };
  let last = query.after;
  for (const object of bucket.from(firstName(query))) {
    if (!object.name.startsWith(query.prefix)) break;
    if (query.endOffset && compareNames(object.name, query.endOffset) >= 0) break;
    if (query.pattern && !query.pattern.test(object.name)) continue;
    const entry = entryOf(object.name, query);
    if (last !== undefined && compareNames(entry, last) <= 0) continue;
    if (page.items.length + page.prefixes.length === query.maxResults) {
      return { ...page, nextPageToken: Buffer.from(last ?? '').toString('base64url') };
    }
    if (entry === object.name) page.items.push(object);
    else page.prefixes.push(entry);
    last = entry;
  }
  return page;
}

function firstName({ prefix, startOffset, after = '' }: ListQuery): string {
  return [prefix, startOffset, after].reduce((a, b) => (compareNames(a, b) < 0 ? b : a));
}

/** The name itself, or the prefix that replaces it. */
function entryOf(name: string, { prefix, delimiter }: ListQuery): string {
  if (!delimiter) return name;
  const cut = name.indexOf(delimiter, prefix.length);
  return cut === -1 ? name : name.slice(0, cut + delimiter.length);
}
