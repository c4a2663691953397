import type { Dataset, Tag } from '../../functions/src/common/model.ts';

/** A record of a dataset without tags and members, but for these fields. */
export const datasetRecord = (fields: Partial<Dataset> = {}): Dataset => ({
  id: 'd',
  type: 'MULTICLASS',
  name: 'D',
  tags: [],
  imageCounter: 0,
  monitors: {},
  retention: { unlabelled: null, rejected: 7 },
  owner: 'owner',
  members: {},
  ...fields,
});

export const tag = (id: string, name = id, unclassified = false): Tag => ({
  id,
  name,
  color: '',
  imageCounter: 0,
  annotationCounter: 0,
  unclassified,
});
