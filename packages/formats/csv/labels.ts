import type { VersionTag } from '../../records/src/version-counts.ts';
import { CsvFault } from './csv-error.ts';
import { toLabel } from './label.ts';

/** Tag id to the requested label; null leaves the tag out. Has only tags that the caller named. */
export type TagMap = ReadonlyMap<string, string | null>;

/** Tag id to label, in the order of the tags. Null: the tag gives no label. */
export type Labels = ReadonlyMap<string, string | null>;

/**
 * The labels of a dataset's tags (Contract 4): from the tag map, otherwise from the tag's name, adapted to what the importer
 * accepts. A tag for unclassified data (Spec 2.2) gives no label unless the tag map names it.
 * @throws {CsvFault} `data`: the names of two tags become the same label (both are named), or a name has no letter or digit
 *   that the importer accepts. `tagmap` solves both.
 */
export function labelTags(tags: readonly VersionTag[], tagMap: TagMap): Labels {
  const labels = new Map<string, string | null>();
  const owners = new Map<string, VersionTag>();
  for (const tag of tags) {
    const asked = tagMap.get(tag.id);
    labels.set(tag.id, asked === undefined ? ownLabel(tag, owners) : asked);
  }
  return labels;
}

function ownLabel(tag: VersionTag, owners: Map<string, VersionTag>): string | null {
  if (tag.unclassified) return null;
  const label = toLabel(tag.name);
  if (label === null)
    throw new CsvFault('data', `tag ${quote(tag)} has no name that can be a label; give one`);
  const other = owners.get(label);
  if (other) {
    throw new CsvFault('data', `tags ${quote(other)} and ${quote(tag)} have the same label "${label}"`);
  }
  owners.set(label, tag);
  return label;
}

const quote = (tag: VersionTag): string => `"${tag.name}" (${tag.id})`;
