/** Datasets that nobody has stored. */
import type { Dataset } from '../../functions/src/common/model.ts';
import type { Datasets } from '../../functions/src/common/ports.ts';
import { datasetRecord, tag } from '../support/dataset-record.ts';

export const TAGS = ['good', 'rusty', 'bent'] as const;

export const madeDataset = (id: string): Dataset =>
  datasetRecord({
    id,
    type: 'imageObjectDetection',
    name: 'Made',
    owner: '',
    tags: TAGS.map((each) => tag(each)),
  });

/** Every dataset that is asked for, with the tags of its list. */
export const datasetsOf = (make: (id: string) => Dataset): Datasets => ({
  find: async (id) => make(id),
  hasTag: async () => true,
  resolveTag: async (_, tag) => tag,
  tags: async (dataset) => [...dataset.tags],
  tagsAt: async (id) => ({ tags: [...make(id).tags], merged: new Map(), moment: null }),
});
