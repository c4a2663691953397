import { HttpError } from '../../../common/errors.ts';
import { readTagMap, type SentTagMap } from '../../read-tag-map.ts';

/** Label of the archive to a tag's id or name; null leaves the label out. */
export type TagMap = ReadonlyMap<string, string | null>;

/** Longest name of a tag, in characters. */
export const LONGEST_NAME = 200;
/** Pairs of one request. */
const MOST_PAIRS = 5000;

const WORDS = { object: 'labels and tags', pair: 'label:tag' };
const refuse = (reason: string) => new HttpError('bad parameter', { reason });

/**
 * Parses `tagmap` of an import: a JSON object `{"<label>": "<tag id or name>"}`, or `label:tag,label:tag`, in which the tag
 * follows the last colon. Null (in the short form the word `null`) or an empty tag leaves the label out.
 * @throws HttpError `bad parameter`
 */
export function parseTagMap(sent: SentTagMap): TagMap {
  const pairs = [...readTagMap(sent, WORDS, refuse)];
  if (pairs.length > MOST_PAIRS)
    throw refuse(`tagmap has ${pairs.length} labels; at most ${MOST_PAIRS} are read`);
  return new Map(pairs.map(([label, tag]) => [label, requireTag(label, tag)]));
}

function requireTag(label: string, tag: unknown): string | null {
  if (tag === null || tag === '') return null;
  if (typeof tag === 'string' && tag.length <= LONGEST_NAME && tag.isWellFormed() && !/\p{Cc}/u.test(tag))
    return tag.trim();
  throw refuse(`tagmap: the tag of "${label.slice(0, 100)}" must be its id or name`);
}
