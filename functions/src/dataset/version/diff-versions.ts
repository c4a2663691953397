import type { ManifestImage } from '../../../../packages/records/src/manifest.ts';
import { oneByOne } from '../../common/concurrency/one-by-one.ts';
import type { Objects } from '../../common/ports.ts';
import { readManifest } from '../../common/versions/read-manifest.ts';
import type { Target } from '../require-dataset.ts';
import { type Difference, type DiffPage, diffImages } from './diff.ts';
import { type ReadPorts, requireReady } from './show-version.ts';

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
export async function diffVersions(
  { before, after, page, ...target }: Input,
  ports: ReadPorts & { objects: Objects },
): Promise<Difference> {
  const one = await requireReady({ ...target, number: before }, ports);
  const other = await requireReady({ ...target, number: after }, ports);
  const isSame = one.version.hash === other.version.hash;
  const images = ({ dataset, version }: typeof one) =>
    isSame ? none() : oneByOne(readManifest({ dataset, hash: version.hash }, ports.objects));
  return diffImages(images(one), images(other), page);
}

async function* none(): AsyncGenerator<ManifestImage> {}
