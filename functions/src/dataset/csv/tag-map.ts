import { CsvFault } from '../../../../packages/formats/csv/csv-error.ts';
import { isLabel } from '../../../../packages/formats/csv/label.ts';
import type { TagMap } from '../../../../packages/formats/csv/labels.ts';
import type { Tag } from '../../common/model.ts';
import { readTagMap, type SentTagMap } from '../read-tag-map.ts';

const WORDS = { object: 'tags and labels', pair: 'name:label' };
const refuse = (reason: string) => new CsvFault('parameter', reason);

/**
 * Parses the parameter `tagmap` (Spec 4.1, Contract 4): a JSON object `{"<tag id or name>": "<label>"}` or the short
 * form `name:label,name:label`, in which the label follows the last colon. Null (in the short form the word `null`) or an
 * empty label leaves the tag out; the same label for several tags merges them. A key is first compared with tag ids, then
 * with names; a name that several tags share means all of them. Labels must be valid for the importer.
 * @throws {CsvFault} `parameter`: neither form, an unknown tag, an invalid label, or two labels for one tag
 */
export function parseTagMap(sent: SentTagMap, tags: readonly Tag[]): TagMap {
  const map = new Map<string, string | null>();
  const labels = Array.from(
    readTagMap(sent, WORDS, refuse),
    ([key, label]) => [key, requireLabel(key, label)] as const,
  );
  for (const [key, label] of labels) {
    for (const tag of findTags(key, tags)) {
      if (map.has(tag.id) && map.get(tag.id) !== label)
        throw refuse(`tagmap gives tag "${tag.name}" two labels`);
      map.set(tag.id, label);
    }
  }
  return map;
}

function requireLabel(key: string, label: unknown): string | null {
  if (label === null || label === '') return null;
  if (typeof label === 'string' && isLabel(label)) return label;
  throw refuse(`tagmap: the label of "${key}" must be 1 to 32 of A-Z a-z 0-9 _ and start with a letter`);
}

function findTags(key: string, tags: readonly Tag[]): readonly Tag[] {
  const byId = tags.filter((tag) => tag.id === key);
  const found = byId.length > 0 ? byId : tags.filter((tag) => tag.name === key);
  if (found.length === 0) throw refuse(`tagmap: unknown tag "${key}"`);
  return found;
}
