import { classesOf } from '../../../../packages/formats/src/write/export-source.ts';
import type { VersionCounts } from '../../../../packages/records/src/version-counts.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { objects } from '../../common/adapters/objects.ts';
import { withRenamedTags } from '../../common/records/rename-tags.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { findCopies } from '../split/find-copies.ts';
import { PackedImages, type SplitImage } from '../split/packed-images.ts';
import { toPercentages } from '../split/percentages.ts';
import { splitImages } from '../split/split.ts';
import { collectVersion, VERSION_FIELDS } from './collect-version.ts';
import { countVersion } from './count-version.ts';
import type { VersionBody } from './parameters.ts';
import { parametersOf } from './parameters.ts';

interface Input extends Target {
  body: VersionBody;
  /** Aborted when the caller disconnects: a form asks again with each change. */
  signal: AbortSignal;
}

/**
 * The counts that a version of these parameters would have now (Contract 11). Nothing is written; if there is no image for
 * it, the counts are 0.
 * @throws HttpError `dataset not found`, `forbidden`, `bad parameter`
 */
export async function previewVersion({ body, signal, ...target }: Input): Promise<{ counts: VersionCounts }> {
  const dataset = await requireDataset(target, 'editor');
  const { tags, merged, moment, vectors } = await datasets.tagsAt(dataset.id);
  const parameters = parametersOf(body, dataset, tags);
  const { test, validation, group } = parameters;
  const pages = withRenamedTags(imageLists.ofDataset(dataset.id, VERSION_FIELDS, moment), merged);
  const images = new PackedImages();
  const sink = { image: (image: SplitImage) => images.add(image) };
  const collecting = { ...parameters, signal, sink, classes: classesOf(parameters) };
  const tally = await collectVersion(pages, collecting, objects);
  const copies = await findCopies({ dataset: dataset.id, vectors, group }, { objects, signal });
  const split = splitImages(images, toPercentages({ test, validation }), group, copies);
  return { counts: countVersion(parameters, tally, split) };
}
