import { byteOrder } from '../../../../../packages/records/src/byte-order.ts';
import { containedTags } from '../../../common/images/list-fields.ts';
import type { ImageRecord } from '../../../common/model.ts';
import { nearCopies } from '../near-copies.ts';
import { refused } from '../require-suggest.ts';
import type { Finding } from './finding.ts';
import type { Order, Ranked } from './page-of.ts';

const MOST = 20_000;

/**
 * What somebody has said that an image shows, as one word. Before a fixed camera good and bad parts are near copies, and who removes
 * one of them removes what tells them apart.
 */
const labelsOf = ({ tag, tags }: ImageRecord): string[] => {
  const contained = containedTags(tag, tags, []);
  return contained.length > 0 ? [contained.toSorted().join(' ')] : [];
};

/** Groups of near copies, the largest first (Contract 15). */
export async function orderDuplicates({ dataset, parts, reading }: Finding): Promise<Order<object>> {
  const found = await nearCopies({ dataset: dataset.id, parts, most: MOST }, reading);
  if (!found) throw refused('duplicates are found among at most 20,000 images');
  const ranked = found.groups.map((group): Ranked<object> => {
    const [image, ...copies] = group.toSorted(byteOrder);
    return { image: image!, copies, degree: group.length, said: {} };
  });
  return {
    ranked: ranked.sort((a, b) => b.degree - a.degree || byteOrder(a.image, b.image)),
    fits: () => true,
    fitTogether: (records) => new Set(records.flatMap(labelsOf)).size < 2,
  };
}
