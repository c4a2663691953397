/** What a run says of the images of a version, under the numbers and names that the version's exports give them. */

import type { SaidImage } from '../../../../../packages/formats/src/runs/said-image.ts';
import { FileNames } from '../../../../../packages/formats/src/write/file-names.ts';
import type { RunImage } from '../../../../../packages/records/src/run-lines.ts';
import type { ImageLists } from '../../../common/ports.ts';
import { joinSources, type Sources } from '../judge/evaluation/joined.ts';
import { ownRecords } from '../own-records.ts';

type RunPages = AsyncIterable<readonly RunImage[]>;

/** Without images that are gone from the dataset. */
export async function* withoutGone(
  pages: RunPages,
  dataset: string,
  imageLists: Pick<ImageLists, 'byIds'>,
): AsyncGenerator<RunImage[]> {
  for await (const page of pages) {
    const ids = page.map(({ image }) => image);
    const known = await ownRecords(dataset, ids, [], imageLists);
    yield page.filter(({ image }) => known.has(image));
  }
}

export async function* saidImages(images: Sources['images'], run: RunPages): AsyncGenerator<SaidImage> {
  const names = new FileNames();
  let number = 0;
  for await (const { image, said } of joinSources({ images, runs: [run], trained: null })) {
    if (!image) continue;
    number += 1;
    // An image that the run has not looked at takes its name, too: the next one of this name has another.
    const name = names.take(image, image.set);
    const [predictions] = said;
    if (predictions) yield { image, number, name, predictions };
  }
}
