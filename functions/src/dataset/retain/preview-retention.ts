import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import type { PagePlace } from '../../common/ports.ts';
import { LISTED_FIELDS, type ListedImage, toListed } from '../curate/listed-image.ts';
import { placeText } from '../curate/place.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { expiredBefore, findExpired } from './find-expired.ts';

interface Input extends Target {
  /** Days; undefined: what is set. */
  unlabelled: number | undefined;
  page: { limit: number; after: PagePlace | null };
  signal: AbortSignal;
}

interface Preview {
  unlabelled: number | null;
  count: number;
  more: boolean;
  images: ListedImage[];
  next: string | null;
}

/**
 * What would go into the trash if it were night (Contract 20), newest first.
 * @throws HttpError `dataset not found`, `forbidden`; `unavailable` while a version or a run is being made
 */
export async function previewRetention({ page, signal, ...input }: Input): Promise<Preview> {
  const { id, retention } = await requireDataset(input, 'editor');
  const unlabelled = input.unlabelled ?? retention.unlabelled;
  if (unlabelled === null) return { unlabelled, count: 0, more: false, images: [], next: null };
  const range = { before: expiredBefore(Date.now(), unlabelled), after: page.after };
  const round = await findExpired(id, range, signal);
  const shown = round.images.slice(0, page.limit);
  const next = shown.length < round.images.length ? (shown.at(-1)?.place ?? null) : round.next;
  const images: ListedImage[] = [];
  const ids = shown.map((each) => each.id);
  for await (const records of imageLists.byIds(ids, LISTED_FIELDS))
    images.push(...records.map((record) => toListed(record, null)));
  return {
    unlabelled,
    count: round.images.length,
    more: round.next !== null,
    images,
    next: next && placeText(next),
  };
}
