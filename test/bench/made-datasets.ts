/** Datasets that nobody has stored. */
import type { Dataset } from '../../functions/src/common/model.ts';
import type { Datasets } from '../../functions/src/common/ports.ts';

export const TAGS = ['good', 'rusty', 'bent'] as const;

export const madeDataset = (id: string): Dataset => ({
  ...{
    id,
    type: 'imageObjectDetection',
    name: 'Made',
    imageCounter: 0,
    monitors: {},
    owner: '',
    members: {},
  },
  tags: TAGS.map((tag) => ({
    ...{ id: tag, name: tag, color: '', unclassified: false },
    ...{ imageCounter: 0, annotationCounter: 0 },
  })),
});

/** Every dataset that is asked for, with the tags of its list. */
export const datasetsOf = (make: (id: string) => Dataset): Datasets => ({
  find: async (id) => make(id),
  hasTag: async () => true,
  resolveTag: async (_, tag) => tag,
  tags: async (dataset) => [...dataset.tags],
  tagsAt: async (id) => ({ tags: [...make(id).tags], merged: new Map(), moment: null }),
});
