/** What few labels give: the accuracy on all other images, wrong labels that are found, the next one to give, unusual images. */
import type { Random } from '../../../emulators/scenes/random.ts';
import { doubtsAmong } from '../../../packages/look/src/doubts.ts';
import { mostInstructive } from '../../../packages/look/src/labels.ts';
import { unusual } from '../../../packages/look/src/neighbours.ts';
import { figure, type Row } from '../row.ts';
import { accuracyOn, divide, headOf, meanOfDraws, type PictureSet, shuffle } from './picture-set.ts';

/** At 20 labels a class. */
const BARS: Record<string, number> = { bolts: 0.9, castings: 0.88, surface: 0.97, windows: 0.93 };
const AHEAD = 0.15;

export function accuracyRows(set: PictureSet): Row[] {
  return [5, 10, 20].flatMap((perClass) => {
    const [ours, theirs] = [set.vectors, set.reference].map((vectors) =>
      meanOfDraws((random) => {
        const { known, rest } = divide(set.labels, perClass, random);
        return accuracyOn(set, headOf(set, known, set.labels, vectors), rest, vectors);
      }),
    ) as [number, number];
    const row = figure(
      `suggest: ${set.name}, ${perClass} labels a class`,
      ours,
      'right',
      `colour histogram and HOG: ${theirs.toFixed(3)}`,
    );
    if (perClass < 20) return [row];
    return [
      { ...row, bar: `>= ${BARS[set.name]}` },
      {
        ...figure(`suggest: ${set.name}, ahead of colour histogram and HOG`, ours - theirs, 'right'),
        bar: `>= ${AHEAD}`,
      },
    ];
  });
}

const WRONG_SHARE = 0.05;

export function wrongLabels(
  set: PictureSet,
  random: Random,
): { labels: number[]; planted: ReadonlySet<number> } {
  const rows = shuffle([...set.labels.keys()], random);
  const planted = new Set(rows.slice(0, Math.round(WRONG_SHARE * rows.length)));
  const other = (label: number) => (label + random.whole(1, set.classes - 1)) % set.classes;
  return { planted, labels: set.labels.map((label, row) => (planted.has(row) ? other(label) : label)) };
}

export function wrongRow(set: PictureSet): Row {
  const found = meanOfDraws((random) => {
    const { labels, planted } = wrongLabels(set, random);
    const labelled = labels.map((label, row) => ({ row, label, burst: row }));
    const { spread } = headOf(set, [...labels.keys()], labels);
    const doubts = doubtsAmong({ ...set, labelled, spread }).map((each, row) => ({ row, ...each }));
    const first = doubts.sort((a, b) => b.doubt - a.doubt).slice(0, planted.size);
    return first.filter(({ row }) => planted.has(row)).length / planted.size;
  });
  return {
    ...figure(`suggest: ${set.name}, wrong labels among as many first ones`, found, 'wrong'),
    bar: '>= 0.9',
  };
}

const [FIRST, THEN] = [5, 10];

/** Labels a class grow from 5 to 10, by margin or at random; both are judged on all images that are not labelled then. */
export function instructiveRow(set: PictureSet): Row {
  const accuracy = (byMargin: boolean) =>
    meanOfDraws((random) => {
      const { known, rest } = divide(set.labels, FIRST, random);
      let [labelled, others] = [known, shuffle(rest, random)];
      for (let round = FIRST; round < THEN; round++) {
        if (byMargin) others = mostInstructive(headOf(set, labelled), set.vectors, others);
        labelled = [...labelled, ...others.slice(0, set.classes)];
        others = others.slice(set.classes);
      }
      return accuracyOn(set, headOf(set, labelled), others);
    });
  const [margin, random] = [accuracy(true), accuracy(false)];
  return {
    ...figure(`suggest: ${set.name}, next by margin beside at random`, margin - random, 'right'),
    bar: '>= 0.02',
    note: `10 labels a class: ${margin.toFixed(3)} and ${random.toFixed(3)}; the bar is for two of three`,
  };
}

const GOOD = 30;

export function unusualRow(set: PictureSet): Row {
  const area = meanOfDraws((random) => {
    const all = shuffle([...set.labels.keys()], random);
    const good = all.filter((row) => set.labels[row] === 0).slice(0, GOOD);
    const rest = all.filter((row) => !good.includes(row));
    const ranked = unusual(set.vectors, rest, good).map(({ row }) => set.labels[row] !== 0);
    return areaUnderCurve(ranked);
  });
  return figure(`suggest: ${set.name}, unusual beside 30 good ones`, area, 'area under the curve');
}

/** The share of pairs of a defect and a good one in which the defect comes first. */
function areaUnderCurve(ranked: readonly boolean[]): number {
  let [defects, before] = [0, 0];
  for (const isDefect of ranked) {
    if (isDefect) defects++;
    else before += defects;
  }
  return before / (defects * (ranked.length - defects));
}
