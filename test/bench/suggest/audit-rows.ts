/** Simulated acceptances: how often at least as many suggestions are right as the bound says. */
import { Random } from '../../../emulators/scenes/random.ts';
import { auditSize, decide, drawSample } from '../../../packages/look/src/acceptance.ts';
import { judge } from '../../../packages/look/src/head.ts';
import { likeliest } from '../../../packages/look/src/labels.ts';
import { figure, type Row } from '../row.ts';
import { wrongLabels } from './label-rows.ts';
import { divide, headOf, mean, type PictureSet } from './picture-set.ts';

const AUDITS = 100;
const IMAGES = 1000;
const [LABELS, AT_LEAST, PRECISION] = [20, 0.5, 0.95];

interface Case {
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
    const accepted = audits.filter(({ isEnough }) => isEnough);
    return {
      ...figure(
        `suggest: the bound holds, ${each.name}`,
        mean(audits.map(({ holds }) => Number(holds))),
        'audits',
      ),
      bar: '>= 0.93',
      note: `${audits.length} audits, ${accepted.length} accepted, of these ${accepted.filter(({ right }) => right >= PRECISION).length} with 95 % right or more`,
    };
  });

function audit(
  set: PictureSet,
  options: Case,
  random: Random,
): { holds: boolean; isEnough: boolean; right: number } {
  const { known, rest } = divide(set.labels, LABELS, random);
  const labels = options.hasWrongLabels ? wrongLabels(set, random).labels : set.labels;
  const last = set.classes - 1;
  const head = headOf(
    set,
    options.isLastUnknown ? known.filter((row) => set.labels[row] !== last) : known,
    labels,
  );
  const judged = rest.map((row) => ({ row, shares: judge(head, set.vectors, row) }));
  const suggestions = Array.from({ length: IMAGES }, () => pick(judged, set, options, random))
    .map(({ row, shares }) => ({
      label: likeliest(shares),
      score: Math.max(...shares),
      truth: set.labels[row]!,
    }))
    .filter(({ score }) => score >= AT_LEAST);
  const isRight = suggestions.map(({ label, truth }) => label === truth);
  const sample = drawSample(suggestions, auditSize(suggestions.length, PRECISION), random.whole(0, 2 ** 31));
  const { bound, isEnough } = decide(
    sample.map((at) => isRight[at]!),
    suggestions.length,
    PRECISION,
  );
  const right = mean(isRight.map(Number));
  return { holds: right >= bound, isEnough, right };
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
