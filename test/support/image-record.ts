import type { ImageRecord } from '../../functions/src/common/model.ts';

/** A record of an image without labels, but for these fields. */
export const imageRecord = (fields: Partial<ImageRecord> = {}): ImageRecord => ({
  id: 'a',
  uri: 'gs://b/a.jpg',
  name: 'a.jpg',
  dataset: 'bolts',
  tag: null,
  tags: [],
  tagsContained: [],
  set: 'TRAIN',
  date: 0,
  monitor: null,
  session: '',
  originalFormat: 'jpeg',
  content: '',
  look: '',
  width: 1,
  height: 1,
  masks: [],
  revision: 0,
  setBefore: null,
  review: null,
  checked: false,
  ...fields,
});
