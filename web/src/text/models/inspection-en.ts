/** Of an inspection: escapes and false rejects. */
import { plural } from '../plural.ts';

const count = (one: string, other: string) => (value: number) => plural('en', value, { one, other });

export const inspection = {
  inspection: 'Good or bad',
  inspectionHint:
    'How many bad parts slip through (escapes), and how many good ones are thrown away (false rejects), by threshold.',
  escapes: 'Escapes',
  falseRejects: 'False rejects',
  inspected: (names: string, bad: number, good: number) =>
    `Bad: ${names}. ${count('bad part', 'bad parts')(bad)} and ${count('good one', 'good ones')(good)} were compared.`,
  countedAs: {
    look: 'Images of a burst count as one part.',
    signature: 'Images of a burst count as one part, and so do near copies.',
  },
  noInspection: 'Both good and bad parts are needed, and these images have only one kind.',
  areaIs: (share: string) =>
    `In ${share} of all pairs of a bad and a good part, the bad one has the higher score.`,
  foundAt: (rejects: string, found: string) =>
    `If ${rejects} of good parts may be thrown away, ${found} of bad ones are found.`,
  noneAt: (rejects: string) => `If only ${rejects} of good parts may be thrown away, no bad part is found.`,
  saveCurve: 'Save as CSV',
  twoCurves: (dashed: string, solid: string) =>
    `Escapes and false rejects of ${dashed} (dashed) and ${solid}. The lower line is better.`,
  pointIs: (score: string) => `A part is called bad from a score of ${score} on.`,
  escaping: (share: string, low: string, high: string) =>
    `${share} of bad parts slip through (${low} to ${high}).`,
  rejecting: (share: string, low: string, high: string) =>
    `${share} of good parts are thrown away (${low} to ${high}).`,
  pointElsewhere: (version: number) => `Its threshold was chosen on other images: version ${version}.`,
  limitOf: 'Limit',
  atMost: 'At most',
  choosePoint: 'Choose threshold',
  lacking: (share: string, parts: number) =>
    `To show ${share} with 95 % confidence, ${count('more part', 'more parts')(parts)} without an error are needed.`,
};
