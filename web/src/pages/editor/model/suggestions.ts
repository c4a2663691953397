/** Converts detections to annotations of this dataset. Pure. */
import type { Detection } from '../../../../../client/src/image.ts';
import { newId, type Offer } from './drawing.ts';
import { toShares } from './geometry.ts';

/** Tag id for each class of the model; `''` if it is left out, undefined if that is not decided yet. */
export type Mapped = ReadonlyMap<string, string | undefined>;

/** Maps classes by earlier answers, else by the same name. */
export function mapClasses(
  detections: readonly Pick<Detection, 'class'>[],
  tags: readonly { id: string; name: string }[],
  remembered: Readonly<Record<string, string>>,
): Mapped {
  const ids = new Set(tags.map(({ id }) => id));
  const byName = new Map(tags.map(({ id, name }) => [name.trim().toLowerCase(), id]));
  const found = detections.map(({ class: name }) => {
    const answer = remembered[name];
    const isKnown = answer !== undefined && (answer === '' || ids.has(answer));
    return [name, isKnown ? answer : byName.get(name.trim().toLowerCase())] as const;
  });
  return new Map(found);
}

const ONE = { width: 1, height: 1 };

/** Suggestions for the classes that are known, the highest score first. */
export const offersOf = (detections: readonly Detection[], mapped: Mapped): Offer[] =>
  detections
    .flatMap(({ bbox: [x, y, w, h], class: name, score }) => {
      const tag = mapped.get(name);
      if (!tag) return [];
      const offer: Offer = {
        ...toShares({ x, y, w, h }, ONE),
        id: newId(),
        type: 'rect',
        tag,
        labeled: 'inference',
        score,
      };
      return [offer];
    })
    .sort((a, b) => b.score - a.score);
