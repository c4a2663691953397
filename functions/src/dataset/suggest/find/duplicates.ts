import { byteOrder } from '../../../common/byte-order.ts';
import { nearCopies } from '../near-copies.ts';
import { refused } from '../require-suggest.ts';
import type { Finding } from './finding.ts';
import type { Order, Ranked } from './page-of.ts';

const MOST = 20_000;

/** Groups of near copies, the largest first (Contract 15). */
export async function orderDuplicates({ dataset, parts, reading }: Finding): Promise<Order<object>> {
  const groups = await nearCopies({ dataset: dataset.id, parts, most: MOST }, reading);
  if (!groups) throw refused('duplicates are found among at most 20,000 images');
  const ranked = groups.map((group): Ranked<object> => {
    const [image, ...copies] = group.toSorted(byteOrder);
    return { image: image!, copies, degree: group.length, said: {} };
  });
  return {
    ranked: ranked.sort((a, b) => b.degree - a.degree || byteOrder(a.image, b.image)),
    fits: () => true,
  };
}
