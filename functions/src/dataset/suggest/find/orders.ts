/** Orders of a dataset's images by what is odd about them (Contract 15). */

import { doubting } from '../../../../../packages/look/src/doubts.ts';
import type { Labelled } from '../../../../../packages/look/src/head.ts';
import { strangeness } from '../../../../../packages/look/src/neighbours.ts';
import { byteOrder } from '../../../../../packages/records/src/byte-order.ts';
import { imageLists } from '../../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../../common/adapters/firestore/records/datasets.ts';
import { isPauseDue, paced, pause, sortPaced } from '../../../common/concurrency/pause.ts';
import { HttpError } from '../../../common/errors.ts';
import type { ImageRecord, Tag } from '../../../common/model.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';
import { refused, requireClassified } from '../require-suggest.ts';
import { classTags, labelledImages, labelOf, requireHead, type Study, studyLabels } from '../study.ts';
import { readVectors } from '../vector-part.ts';
import { orderDuplicates } from './duplicates.ts';
import type { FindQuery } from './find-request.ts';
import type { Finding } from './finding.ts';
import type { Order, Ranked } from './page-of.ts';

/** How far an image is from others; or which class its label should be, and how likely it is that. */
export type Said = object | { distance: number } | { tag: string; instead: string; share: number };

/**
 * Share of labels that may be denied. People get a few of a hundred wrong; where a third is denied, it is the suggestions that are:
 * of 1,344 photographs of real defects with 40 wrong labels they denied 531, and of the first 40 of these six were wrong.
 */
const MOST_DENIED = 1 / 3;
/** Good ones that are enough to say what is far from them. */
const ENOUGH = 5;

export const ORDERS: Record<FindQuery['kind'], (finding: Finding) => Promise<Order<Said>>> = {
  duplicates: orderDuplicates,

  async outliers({ dataset, parts, reading }) {
    const looked = await readVectors({ dataset: dataset.id, parts }, reading);
    const all = [...looked.images.keys()];
    return { ranked: await byStrangeness(looked, { rows: all, good: all }, reading), fits: () => true };
  },

  async unusual({ dataset, parts, good: named, reading }) {
    if (dataset.type !== 'ANOMALY')
      throw refused('only in datasets of the type ANOMALY images are good or not');
    const tags = await datasets.tags(dataset);
    const classes = classTags(tags);
    const labelled = new Set(await labelledImages(dataset.id, goodTag(tags, named), classes));
    const looked = await readVectors({ dataset: dataset.id, parts }, reading);
    const { true: good = [], false: rows = [] } = Object.groupBy(looked.images.keys(), (row) =>
      labelled.has(looked.images[row]!.id) ? 'true' : 'false',
    );
    if (good.length < ENOUGH)
      throw refused(`at least ${ENOUGH} images with a vector must be labelled as good`);
    const known = new Set(classes);
    return {
      ranked: await byStrangeness(looked, { rows, good }, reading),
      fits: (record) => labelOf(record, known) === null,
    };
  },

  async wrong({ dataset, reading }) {
    requireClassified(dataset);
    const study = await studyLabels(dataset, reading);
    const { images, vectors, classes } = study;
    const { spread } = requireHead(study);
    const labelled = await allLabelled(dataset.id, study, reading);
    const doubts = await withPauses(
      doubting({ vectors, spread, labelled, classes: classes.length }),
      reading,
    );
    const ranked = doubts.flatMap(({ instead, share, doubt }, at): Ranked<Said>[] => {
      const { row, label } = labelled[at]!;
      const said = { tag: classes[label]!, instead: classes[instead]!, share };
      return doubt > 0 ? [{ image: images[row]!.id, degree: doubt, said }] : [];
    });
    if (ranked.length > MOST_DENIED * labelled.length)
      throw refused(
        `what the pictures look like speaks against ${ranked.length} of ${labelled.length} labels: that is too weak here to doubt people`,
      );
    const known = new Set(classes);
    return {
      ranked: await sortPaced(ranked, highestFirst),
      fits: (record, { said }) =>
        'tag' in said && labelOf(record, known) === said.tag && !(record.checked && record.confirmed),
    };
  },
};

/** All labels by people, but for those of images in REVIEW. */
async function allLabelled(
  dataset: string,
  { images, classes, bursts, labelled }: Study,
  reading: Reading,
): Promise<Labelled[]> {
  const rows = new Map(images.map(({ id }, row) => [id, row]));
  const parts = new Map(labelled.map(({ row, burst }) => [row, burst]));
  const known = new Set(classes);
  const found: Labelled[] = [];
  for (const [label, tag] of classes.entries())
    for await (const image of allOf(dataset, tag, reading)) {
      const row = rows.get(image.id);
      if (row === undefined || image.set === 'REVIEW' || labelOf(image, known) !== tag) continue;
      found.push({ row, label, burst: parts.get(row) ?? bursts[row]! });
    }
  return found;
}

async function withPauses<T>(work: Generator<void, T>, { signal }: Reading): Promise<T> {
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
    signal.throwIfAborted();
    if (isPauseDue()) await pause();
  }
}

/** The class of the good ones: the one that was named, or the one with the most images. @throws HttpError `tag not found` */
function goodTag(tags: readonly Tag[], named: string | undefined): string {
  const classes = tags.filter(({ unclassified }) => !unclassified);
  const [most] = classes.toSorted((a, b) => b.imageCounter - a.imageCounter);
  const good = named === undefined ? most : classes.find(({ id }) => id === named);
  if (!good)
    throw named === undefined
      ? refused('the dataset has no class')
      : new HttpError('tag not found', { id: named });
  return good.id;
}

async function byStrangeness(
  { images, vectors }: Awaited<ReturnType<typeof readVectors>>,
  { rows, good }: Record<'rows' | 'good', readonly number[]>,
  { signal }: Reading,
): Promise<Ranked<{ distance: number }>[]> {
  const strange = strangeness(vectors, good);
  const ranked: Ranked<{ distance: number }>[] = [];
  for await (const row of paced(rows)) {
    signal.throwIfAborted();
    const distance = strange(row);
    ranked.push({ image: images[row]!.id, degree: distance, said: { distance } });
  }
  return sortPaced(ranked, highestFirst);
}

const highestFirst = (a: Ranked<unknown>, b: Ranked<unknown>): number =>
  b.degree - a.degree || byteOrder(a.image, b.image);

/** The dataset's images that have a tag, with pauses. */
async function* allOf(dataset: string, tag: string, { signal }: Reading): AsyncGenerator<ImageRecord> {
  for await (const page of imageLists.ofTag(dataset, tag, null))
    for await (const image of paced(page)) {
      signal.throwIfAborted();
      if (image.dataset === dataset) yield image;
    }
}
