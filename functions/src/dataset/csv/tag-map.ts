import type { Tag } from '../../common/model.ts';
import { CsvFault } from './csv-error.ts';
import { isLabel } from './label.ts';

/** Tag id to the requested label; null leaves the tag out. Has only tags that the caller named. */
export type TagMap = ReadonlyMap<string, string | null>;

/**
 * Parses the query parameter `tagmap` (Spec 4.1, Contract 4): a JSON object `{"<tag id or name>": "<label>"}` or the short
 * form `name:label,name:label`, in which the label follows the last colon. Null (in the short form the word `null`) or an
 * empty label leaves the tag out; the same label for several tags merges them. A key is first compared with tag ids, then
 * with names; a name that several tags share means all of them. Labels must be valid for the importer.
 * @throws {CsvFault} `parameter`: neither form, an unknown tag, an invalid label, or two labels for one tag
 */
export function parseTagMap(query: string | undefined, tags: readonly Tag[]): TagMap {
  const map = new Map<string, string | null>();
  for (const [key, label] of readPairs(query?.trim() ?? '')) {
    for (const tag of findTags(key, tags)) {
      if (map.has(tag.id) && map.get(tag.id) !== label) {
        throw new CsvFault('parameter', `tagmap gives tag "${tag.name}" two labels`);
      }
      map.set(tag.id, label);
    }
  }
  return map;
}

function readPairs(text: string): [string, string | null][] {
  if (text === '') return [];
  return /^[{["]/.test(text) ? readJson(text) : text.split(',').map(readShort);
}

function readJson(text: string): [string, string | null][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CsvFault('parameter', 'tagmap is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CsvFault('parameter', 'tagmap must be a JSON object of tags and labels');
  }
  return Object.entries(value).map(([key, label]) => [key, requireLabel(key, label)]);
}

function readShort(pair: string): [string, string | null] {
  const colon = pair.lastIndexOf(':');
  if (colon < 0) throw new CsvFault('parameter', `tagmap: "${pair.trim()}" is not of the form name:label`);
  const key = pair.slice(0, colon).trim();
  const label = pair.slice(colon + 1).trim();
  return [key, label === 'null' ? null : requireLabel(key, label)];
}

function requireLabel(key: string, label: unknown): string | null {
  if (label === null || label === '') return null;
  if (typeof label === 'string' && isLabel(label)) return label;
  throw new CsvFault(
    'parameter',
    `tagmap: the label of "${key}" must be 1 to 32 of A-Z a-z 0-9 _ and start with a letter`,
  );
}

function findTags(key: string, tags: readonly Tag[]): readonly Tag[] {
  const byId = tags.filter((tag) => tag.id === key);
  const found = byId.length > 0 ? byId : tags.filter((tag) => tag.name === key);
  if (found.length === 0) throw new CsvFault('parameter', `tagmap: unknown tag "${key}"`);
  return found;
}
