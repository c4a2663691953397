import { HttpError } from '../../common/errors.ts';
import type { ImportOptions } from './schema.ts';

/** Label of the archive to a tag's id or name; null leaves the label out. */
export type TagMap = ReadonlyMap<string, string | null>;

/** Longest name of a tag, in characters. */
export const LONGEST_NAME = 200;
/** Pairs of one request. */
const MOST_PAIRS = 5000;

/**
 * Parses `tagmap` of an import: a JSON object `{"<label>": "<tag id or name>"}`, or `label:tag,label:tag`, in which the tag
 * follows the last colon. Null (in the short form the word `null`) or an empty tag leaves the label out.
 * @throws HttpError `bad parameter`
 */
export function parseTagMap(given: ImportOptions['tagmap']): TagMap {
  const pairs = typeof given === 'object' ? Object.entries(given) : readText(given?.trim() ?? '');
  if (pairs.length > MOST_PAIRS) throw refuse(`has more than ${MOST_PAIRS} labels`);
  return new Map(pairs.map(([label, tag]) => [label, requireTag(label, tag)]));
}

function readText(text: string): [string, unknown][] {
  if (text === '') return [];
  if (!/^[{["]/.test(text)) return text.split(',').map(readPair);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('must be a JSON object of labels and tags');
  return Object.entries(value);
}

function readPair(pair: string): [string, string | null] {
  const colon = pair.lastIndexOf(':');
  if (colon < 0) throw refuse(`: "${pair.trim()}" is not of the form label:tag`);
  const tag = pair.slice(colon + 1).trim();
  return [pair.slice(0, colon).trim(), tag === 'null' ? null : tag];
}

function requireTag(label: string, tag: unknown): string | null {
  if (tag === null || tag === '') return null;
  if (typeof tag === 'string' && tag.length <= LONGEST_NAME && tag.isWellFormed() && !/\p{Cc}/u.test(tag))
    return tag.trim();
  throw refuse(`: the tag of "${label.slice(0, 100)}" must be its id or name`);
}

const refuse = (what: string): HttpError =>
  new HttpError('bad parameter', { reason: `tagmap${what.startsWith(':') ? '' : ' '}${what}` });
