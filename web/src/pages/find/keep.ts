/** Which of near copies are kept. Pure. */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { type Group, membersOf } from '../../data/find/group.ts';
import { isMarked } from '../../data/images/judgement.ts';

/** What a person has checked comes before what has a label, and that before all others. */
const worth = (image: ListedImage): number =>
  image.tag === null && !isMarked(image) ? 0 : image.checked ? 2 : 1;

/** The one that people have done most for, else the oldest. */
function proposed(group: Group): ListedImage {
  const [best] = membersOf(group).toSorted((a, b) => worth(b) - worth(a) || a.date - b.date);
  return best!;
}

/** @param chosen ids by entry, where a person has chosen */
export function keptOf(group: Group, chosen: ReadonlyMap<string, string>): ListedImage {
  const id = chosen.get(group.entry);
  return membersOf(group).find((each) => each.id === id) ?? proposed(group);
}

export const othersOf = (group: Group, kept: ListedImage): ListedImage[] =>
  membersOf(group).filter(({ id }) => id !== kept.id);

/** Whether they have different classes. */
export const areMixed = (group: Group): boolean =>
  new Set(membersOf(group).flatMap(({ tag }) => tag ?? [])).size > 1;

/** The group that follows one, else the one before it. */
export function besides<T extends Group>(groups: readonly T[], group: T): T | undefined {
  const at = groups.indexOf(group);
  return groups[at + 1] ?? groups[at - 1];
}
