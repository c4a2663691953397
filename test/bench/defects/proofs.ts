/** Whether what is said of a part of a real set holds on the rest of it: intervals of an inspection, and promises of acceptances. */
import { Random } from '../../../emulators/scenes/random.ts';
import { choosePoint, Inspection, type OperatingPoint } from '../../../packages/evaluate/src/inspection.ts';
import { figure, type Row } from '../row.ts';
import { audit } from '../suggest/audit-rows.ts';
import { divide, mean, shuffle } from '../suggest/picture-set.ts';
import { ridge } from './measure.ts';
import type { Labels } from './wrong-labels.ts';

/** Of which the first class is good. */
export interface GoodOrNot extends Labels {
  name: string;
  /** By row: images of one number are near copies. */
  parts: readonly number[];
}

const SPLITS = 200;
const [LABELS, REJECTED] = [50, 0.05];

/** Halves of what nobody has labelled: the interval that one half gives, and what happens at the same threshold in the other. */
export function halvesRows(set: GoodOrNot): Row[] {
  const byPart = halves(set, set.parts);
  const byPicture = halves(set, [...set.labels.keys()]);
  return (['escapes', 'falseRejects'] as const).flatMap((kind) =>
    (['chosen', 'fixed'] as const).map((which) => ({
      ...figure(
        `defects: ${set.name}, ${WORDS[kind]} at ${WORDS[which]} threshold: what half of it says holds on the other`,
        mean(byPart.map((each) => Number(each[which][kind]))),
        'splits',
        `with near copies as pictures of their own: ${mean(byPicture.map((each) => Number(each[which][kind]))).toFixed(3)}`,
      ),
      bar: '>= 0.93',
    })),
  );
}

const WORDS = { escapes: 'escapes', falseRejects: 'false rejects', chosen: 'a chosen', fixed: 'a fixed' };

/** For a threshold that was chosen on the first half, and for a fixed one: whether both upper ends hold on the second. */
type Held = Record<'chosen' | 'fixed', Record<'escapes' | 'falseRejects', boolean>>;

function halves({ labels, vectors, parts }: GoodOrNot, groups: readonly number[]): Held[] {
  return Array.from({ length: SPLITS }, (_, split): Held => {
    const random = new Random(split + 1);
    const { known, rest } = divide(labels, LABELS, random);
    const sharesOf = ridge(
      vectors,
      known.map((row) => ({ row, label: labels[row]! })),
      2,
    );
    // Near copies are on one side, as those of a line are of one day.
    const order = shuffle([...new Set(parts)], random);
    const isFirst = new Set(order.slice(0, order.length >> 1));
    const [first, second] = [new Inspection(), new Inspection()];
    for (const row of rest)
      (isFirst.has(parts[row]!) ? first : second).add({
        ...{ group: groups[row]!, isBad: labels[row] !== 0, badness: 1 - sharesOf(row)[0]! },
      });
    const chosen = choosePoint(first.figures().curve, 'falseRejects', REJECTED)?.threshold ?? 0.5;
    return { chosen: heldAt(chosen, first, second), fixed: heldAt(0.5, first, second) };
  });
}

function heldAt(threshold: number, first: Inspection, second: Inspection) {
  const [said, there] = [first.at(threshold), second.at(threshold)] as [OperatingPoint, OperatingPoint];
  const holds = (kind: 'escapes' | 'falseRejects') => there[kind].share <= said[kind].interval[1];
  return { escapes: holds('escapes'), falseRejects: holds('falseRejects') };
}

const DRAWS = 200;
const DEFECTS = 1 / 50;

/** Acceptances of a line with one defect in fifty. */
export function acceptanceRow(set: GoodOrNot): Row {
  const audits = Array.from({ length: DRAWS }, (_, draw) =>
    audit({ ...set, reference: set.vectors }, { name: set.name, lastShare: DEFECTS }, new Random(draw + 1)),
  );
  const accepted = audits.filter(({ isAccepted }) => isAccepted);
  return {
    ...figure(
      `defects: ${set.name}, one defect in fifty: what an acceptance promises of each class holds`,
      mean(audits.flatMap(({ promises }) => promises).map(Number)),
      'promises',
      `${DRAWS} draws, ${accepted.length} accepted; of these ${accepted.filter(({ hidesClass }) => hidesClass).length} lost more of a class than was known, ${accepted.filter(({ promises }) => promises.includes(false)).length} broke a promise`,
    ),
    bar: '>= 0.93',
  };
}
