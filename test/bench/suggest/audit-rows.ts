/** Simulated acceptances: how often what is promised of every class holds, and what was lost in those that were accepted. */
import { Random } from '../../../emulators/scenes/random.ts';
import { auditSizes, decide, drawSample } from '../../../packages/look/src/acceptance.ts';
import { judge } from '../../../packages/look/src/head.ts';
import { likeliest } from '../../../packages/look/src/labels.ts';
import { figure, type Row } from '../row.ts';
import { wrongLabels } from './label-rows.ts';
import { divide, headOf, mean, type PictureSet } from './picture-set.ts';

const AUDITS = 100;
const IMAGES = 1000;
const [LABELS, AT_LEAST, PRECISION] = [20, 0.5, 0.95];

export interface Case {
  name: string;
  /** The share of the last class among the images; as large as the others if absent. */
  lastShare?: number;
  /** Nobody labels images of the last class. */
  isLastUnknown?: boolean;
  hasWrongLabels?: boolean;
}

const CASES: readonly Case[] = [
  { name: 'classes of one size' },
  { name: 'a class of 1 %', lastShare: 0.01 },
  { name: 'a class never labelled', isLastUnknown: true },
  { name: 'labels 5 % wrong', hasWrongLabels: true },
];

export const auditRows = (sets: readonly PictureSet[]): Row[] =>
  CASES.map((each) => {
    const audits = sets.flatMap((set) =>
      Array.from({ length: AUDITS }, (_, number) => audit(set, each, new Random(number + 1))),
    );
    const accepted = audits.filter(({ isAccepted }) => isAccepted);
    const promises = audits.flatMap(({ promises }) => promises);
    return {
      ...figure(
        `suggest: what is promised by class holds, ${each.name}`,
        mean(promises.map(Number)),
        'promises',
      ),
      bar: '>= 0.93',
      note: `${audits.length} audits, ${accepted.length} accepted after ${Math.round(mean(accepted.map(({ reviewed }) => reviewed)))} reviews; of these ${accepted.filter(({ hidesClass }) => hidesClass).length} lost more of a class than was known`,
    };
  });

interface Audit {
  isAccepted: boolean;
  reviewed: number;
  /** Two of each class: what is right of it, and what is lost of it. */
  promises: boolean[];
  hidesClass: boolean;
}

export function audit(set: PictureSet, options: Case, random: Random): Audit {
  const { known, rest } = divide(set.labels, LABELS, random);
  const labels = options.hasWrongLabels ? wrongLabels(set, random).labels : set.labels;
  const last = set.classes - 1;
  const taught = options.isLastUnknown ? known.filter((row) => set.labels[row] !== last) : known;
  const head = headOf(set, taught, labels);
  const judged = rest.map((row) => ({ row, shares: judge(head, set.vectors, row) }));
  const suggestions = Array.from({ length: IMAGES }, () => pick(judged, set, options, random))
    .map(({ row, shares }) => ({
      label: likeliest(shares),
      score: Math.max(...shares),
      truth: set.labels[row]!,
    }))
    .filter(({ score }) => score >= AT_LEAST);
  const classes = Array.from({ length: set.classes }, (_, label) => ({
    suggested: suggestions.filter((each) => each.label === label).length,
    known: taught.filter((row) => labels[row] === label).length,
  }));
  const sample = drawSample(suggestions, auditSizes(classes, PRECISION), random.whole(0, 2 ** 31));
  const chosen = new Set(sample);
  const verdicts = decide(
    classes,
    sample.map((at) => {
      const { label, truth } = suggestions[at]!;
      return { label, isCorrect: label === truth, truth };
    }),
    PRECISION,
  );
  const isAccepted = verdicts.every(({ isEnough }) => isEnough);
  const lost = classes.map(
    (_, label) =>
      suggestions.filter((each, at) => each.truth === label && each.label !== label && !chosen.has(at))
        .length,
  );
  const promises = verdicts.flatMap(({ bound, lostAtMost, suggested }, label) => {
    const right = suggestions.filter((each) => each.label === label && each.truth === label).length;
    return [bound === null || right / suggested >= bound, lost[label]! <= lostAtMost];
  });
  const hidesClass = isAccepted && verdicts.some(({ known: now }, label) => lost[label]! > now);
  return { isAccepted, reviewed: sample.length, promises, hidesClass };
}

/** Images are drawn with repetition out of those that are not labelled. */
function pick<T extends { row: number }>(
  judged: readonly T[],
  { labels, classes }: PictureSet,
  { lastShare }: Case,
  random: Random,
): T {
  if (lastShare === undefined) return random.pick(judged);
  const isLast = random.next() < lastShare;
  return random.pick(judged.filter(({ row }) => (labels[row] === classes - 1) === isLast));
}
