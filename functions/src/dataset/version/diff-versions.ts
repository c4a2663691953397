import * as z from 'zod/mini';
import type { ManifestImage } from '../../../../packages/records/src/manifest.ts';
import { objects } from '../../common/adapters/objects.ts';
import { oneByOne } from '../../common/concurrency/one-by-one.ts';
import { about, id, oneOf } from '../../common/http/input/fields.ts';
import { flag, limit } from '../../common/http/input/query-fields.ts';
import { isId } from '../../common/ids.ts';
import { readManifest } from '../../common/versions/read-manifest.ts';
import type { Target } from '../require-dataset.ts';
import { CHANGES, type Difference, type DiffPage, diffImages } from './diff.ts';
import { requireReady, versionField } from './show-version.ts';

export const diffPath = z.object({
  dataset_id: id('Dataset id'),
  version: versionField('The earlier version: its number, or `latest`.'),
  other: versionField('The later version: its number, or `latest`.'),
});

export const diffQuery = z.object({
  change: z
    .optional(oneOf('change', CHANGES))
    .check(about('Only images with this change in the page. All changes are counted.')),
  details: flag('details', 'Adds the names and labels of the images.'),
  limit: limit(1000, 'Images of a page, of all kinds together.'),
  after: z
    ._default(z.nullable(z.string().check(z.refine(isId, 'after must be an image id'))), null)
    .check(about('`next` of the page before.', { type: 'string', default: undefined })),
});

interface Input extends Target {
  /** Numbers, or `latest`. */
  before: string;
  after: string;
  page: DiffPage;
}

/**
 * The changes of the images from one version to another (Contract 11).
 * @throws HttpError `dataset not found`, `version not found`, `version not ready`
 */
export async function diffVersions({ before, after, page, ...target }: Input): Promise<Difference> {
  const one = await requireReady({ ...target, number: before });
  const other = await requireReady({ ...target, number: after });
  const isSame = one.version.hash === other.version.hash;
  const images = ({ dataset, version }: typeof one) =>
    isSame ? none() : oneByOne(readManifest({ dataset, hash: version.hash }, objects));
  return diffImages(images(one), images(other), page);
}

async function* none(): AsyncGenerator<ManifestImage> {}
