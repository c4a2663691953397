/** Fields that lists need to find an image record (Contract 9: GET images), for records of an earlier version or of another writer. */
import { isLabelled, shardOf } from '../../images/list-fields.ts';
import { type Fields, list } from './fields.ts';
import { toImageRecord } from './images/image-document.ts';
import { datasetRef, monitorRef, tagRef } from './references.ts';

/**
 * The fields that differ from what they must be. Filters compare references, but a dashboard may have written paths
 * (Contract 2): lists that search for both would always read twice as many index entries.
 */
export function lackingFields(id: string, fields: Fields): Record<string, unknown> {
  const record = toImageRecord(id, fields);
  const { dataset, monitor, tagsContained, set, checked } = record;
  if (dataset === '') return {};
  const wanted: Fields = { shard: shardOf(dataset, id), labelled: isLabelled(record), set, checked };
  const wrong = Object.entries(wanted).filter(([name, value]) => fields[name] !== value);
  const isListed = Array.isArray(fields.tagsContained) && !list(fields.tagsContained).some(isPath);
  return {
    ...Object.fromEntries(wrong),
    ...(isPath(fields.dataset) && { dataset: datasetRef(dataset) }),
    ...(isPath(fields.monitor) && { monitor: monitor === null ? null : monitorRef(monitor) }),
    ...(!isListed && { tagsContained: tagsContained.map((tag) => tagRef(dataset, tag)) }),
  };
}

const isPath = (value: unknown): boolean => typeof value === 'string';
