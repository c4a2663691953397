/** Records of a dataset, and their places in an archive. */

import type { Tag } from '../../functions/src/common/model.ts';
import { layOutZip, type ZipImage } from '../../functions/src/dataset/zip/zip-layout.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';

export const mask = (tag: string, file: string) => ({ tag, uri: `gs://bucket/dataset/d/${file}` });

export const image = (id: string, fields: Partial<ZipImage> = {}): ZipImage => ({
  id,
  uri: `gs://bucket/dataset/d/${id}.jpg`,
  name: `${id}.jpg`,
  dataset: 'd',
  tag: null,
  tags: [],
  tagsContained: [],
  masks: [],
  originalFormat: 'jpeg',
  ...fields,
});

export const layOut = (type: DatasetType, tags: Tag[], ...images: ZipImage[]) =>
  layOutZip(images, { type, tags, objects: { nameOf: (uri) => uri.split('gs://bucket/')[1] ?? null } });

export const pathsOf = (type: DatasetType, tags: Tag[], ...images: ZipImage[]) =>
  layOut(type, tags, ...images).entries.map(({ path }) => path);
