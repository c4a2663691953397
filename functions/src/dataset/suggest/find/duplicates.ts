import { candidates } from '../../../../../packages/look/src/candidates.ts';
import { likeness, NEAR_COPY, openSignature } from '../../../../../packages/look/src/signature.ts';
import { byteOrder } from '../../../common/byte-order.ts';
import { paced } from '../../../common/concurrency/pause.ts';
import { Forest } from '../../split/forest.ts';
import { refused } from '../require-suggest.ts';
import { readSignatures } from '../vector-part.ts';
import type { Finding } from './finding.ts';
import type { Order, Ranked } from './page-of.ts';

/** The time grows with the square of their number. */
const MOST = 20_000;

/** Groups of near copies, the largest first: shifted, turned, cropped, of another size, brightness or compression (Contract 15). */
export async function orderDuplicates({ dataset, parts, reading }: Finding): Promise<Order<object>> {
  const ids: string[] = [];
  const signatures: Uint8Array[] = [];
  for await (const [id, signature] of readSignatures({ dataset: dataset.id, parts }, reading)) {
    if (ids.push(id) > MOST) throw refused('duplicates are found among at most 20,000 images');
    signatures.push(signature);
  }
  const forest = new Forest(ids.length);
  const alike = candidates(signatures);
  for await (const at of paced(ids.keys())) {
    reading.signal.throwIfAborted();
    const own = openSignature(signatures[at]!);
    for await (const other of paced(alike(at)))
      if (
        forest.find(at) !== forest.find(other) &&
        likeness(own, openSignature(signatures[other]!)) >= NEAR_COPY
      )
        forest.unite(at, other);
  }
  const groups = Map.groupBy(ids.keys(), (at) => forest.find(at)).values();
  const ranked: Ranked<object>[] = [];
  for (const group of groups) {
    const [image, ...copies] = group.map((at) => ids[at]!).sort(byteOrder);
    if (image !== undefined && copies.length > 0)
      ranked.push({ image, copies, degree: group.length, said: {} });
  }
  forest.release();
  return {
    ranked: ranked.sort((a, b) => b.degree - a.degree || byteOrder(a.image, b.image)),
    fits: () => true,
  };
}
