import type { Tag } from '../common/model.ts';
import { CsvFault } from './csv-fault.ts';
import { toLabel } from './label.ts';
import type { TagMap } from './tag-map.ts';

/** Tag id -> label, in the order of the tags; null: the tag gives no label. */
export type Labels = ReadonlyMap<string, string | null>;

/**
 * The labels of a dataset's tags (Contract 4): what the tag map says, else the tag's name cut to what the importer
 * accepts. A tag that stands for unclassified data (Spec 2.2) gives no label unless the tag map names it.
 * @throws {CsvFault} `data`: two tags whose names become one label (both are named), or a name without any letter
 *   or digit that the importer knows. Both are healed by `tagmap`.
 */
export function labelTags(tags: readonly Tag[], tagMap: TagMap): Labels {
  const labels = new Map<string, string | null>();
  const owners = new Map<string, Tag>();
  for (const tag of tags) {
    const asked = tagMap.get(tag.id);
    labels.set(tag.id, asked === undefined ? ownLabel(tag, owners) : asked);
  }
  return labels;
}

function ownLabel(tag: Tag, owners: Map<string, Tag>): string | null {
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

const quote = (tag: Tag): string => `"${tag.name}" (${tag.id})`;
