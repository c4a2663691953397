/**
 * The console says in German whatever the service may say about a split, and about a version that failed.
 * @covers Contract 4 warnings as codes and sentences, in the console's languages
 */
import { expect, test } from '@jest/globals';
import {
  REASON_CODES,
  type Reason,
  sentenceOf,
  type Warning,
} from '../../functions/src/dataset/split/sentences.ts';
import { TOO_LATE } from '../../functions/src/dataset/version/version-job.ts';
import { deVersions } from '../../web/src/text/de-versions.ts';
import { enVersions } from '../../web/src/text/en-versions.ts';

type Values<C extends Warning['code']> = Extract<Warning, { code: C }>['values'];
type Said = [Warning, english: string, german: string];

const labels = (number: number) => Array.from({ length: number }, (_, at) => `l${at}`);

const shares = (reason: Reason): Values<'shares'> => ({
  shares: { TRAIN: 66.7, TEST: 33.3, VALIDATION: 0 },
  asked: { TRAIN: 80, TEST: 10, VALIDATION: 10 },
  reason,
});

/** The end of the sentences about shares, for each reason. */
const reasons: Record<Reason['code'], [count: number, english: string, german: string][]> = {
  saved: [
    [
      0,
      'images keep the sets that were saved before',
      'Bilder behalten die Teilmengen, die schon gespeichert waren',
    ],
  ],
  groups: [
    [1, 'there is 1 group of images only', 'Es gibt nur 1 Gruppe von Bildern'],
    [3, 'there are 3 groups of images only', 'Es gibt nur 3 Gruppen von Bildern'],
  ],
  largest: [
    [
      1,
      'groups stay whole, and the largest has 1 image',
      'Gruppen bleiben zusammen, und die größte hat 1 Bild',
    ],
    [
      1200,
      'groups stay whole, and the largest has 1200 images',
      'Gruppen bleiben zusammen, und die größte hat 1.200 Bilder',
    ],
  ],
  few: [[0, 'there are too few images', 'Es sind zu wenige Bilder']],
  mixed: [
    [
      0,
      'its images have other labels too, or are too few',
      'Sie haben auch andere Labels, oder es sind zu wenige',
    ],
  ],
};

const spread =
  'auf Training, Test und Validierung mit 66,7 %, 33,3 % und 0 % statt 80 %, 10 % und 10 %'.replaceAll(
    ' %',
    '\u00a0%',
  );

const warnings: { [C in Warning['code']]: [Values<C>, english: string, german: string][] } = {
  shares: REASON_CODES.flatMap((code) =>
    reasons[code].map(([count, english, german]): [Values<'shares'>, string, string] => [
      shares({ code, count }),
      `The sets have TRAIN 66.7, TEST 33.3, VALIDATION 0 percent of the images instead of 80, 10, 10: ${english}.`,
      `Die Bilder verteilen sich ${spread}: ${german}.`,
    ]),
  ),
  label: ['dent', 'a "b" instead of 1, 2, 3: c.', 'zwei\nZeilen'].map((label) => [
    { ...shares({ code: 'mixed', count: 0 }), label },
    `The sets have TRAIN 66.7, TEST 33.3, VALIDATION 0 percent of the images with label "${label}" instead of 80, 10, 10: its images have other labels too, or are too few.`,
    `Die Bilder mit dem Label „${label}“ verteilen sich ${spread}: Sie haben auch andere Labels, oder es sind zu wenige.`,
  ]),
  cut: [
    [
      { bursts: 1, limit: 32, places: 1 },
      '1 burst has more images than a group may have for these shares (32) and had to be cut: at 1 place images that look alike are in different sets.',
      '1 schnelle Folge hat mehr Bilder, als eine Gruppe bei diesen Anteilen haben darf (32), und musste geteilt werden: An 1 Stelle sind ähnliche Bilder in verschiedenen Teilmengen.',
    ],
    [
      { bursts: 2, limit: 32, places: 7 },
      '2 bursts have more images than a group may have for these shares (32) and had to be cut: at 7 places images that look alike are in different sets.',
      '2 schnelle Folgen haben mehr Bilder, als eine Gruppe bei diesen Anteilen haben darf (32), und mussten geteilt werden: An 7 Stellen sind ähnliche Bilder in verschiedenen Teilmengen.',
    ],
  ],
  saved: [
    [
      { labels: ['x'], count: 1 },
      'Images keep the sets that were saved before, which misses the shares of label "x".',
      'Bilder behalten die Teilmengen, die schon gespeichert waren; das verfehlt die Anteile des Labels „x“.',
    ],
    [
      { labels: ['x', 'y "z"'], count: 2 },
      'Images keep the sets that were saved before, which misses the shares of labels "x", "y "z"".',
      'Bilder behalten die Teilmengen, die schon gespeichert waren; das verfehlt die Anteile der Labels „x“, „y "z"“.',
    ],
    [
      { labels: labels(20), count: 21 },
      `Images keep the sets that were saved before, which misses the shares of labels ${labels(20)
        .map((label) => `"${label}"`)
        .join(', ')}, ....`,
      `Bilder behalten die Teilmengen, die schon gespeichert waren; das verfehlt die Anteile der Labels ${labels(
        20,
      )
        .map((label) => `„${label}“`)
        .join(', ')}, …`,
    ],
  ],
  missing: [
    [
      { labels: [{ label: 'rare', sets: ['TEST', 'VALIDATION'] }], count: 1, fewest: 10 },
      '1 label with fewer than 10 groups of images could not be put into every set: "rare" (not in TEST, VALIDATION).',
      '1 Label hat weniger als 10 Gruppen von Bildern und ist deshalb nicht in jeder Teilmenge: „rare“ (nicht in Test, Validierung).',
    ],
    [
      {
        labels: [
          { label: 'TEST', sets: ['TRAIN'] },
          ...labels(19).map((label) => ({ label, sets: ['TEST' as const] })),
        ],
        ...{ count: 21, fewest: 10 },
      },
      `21 labels with fewer than 10 groups of images could not be put into every set: "TEST" (not in TRAIN), ${labels(
        19,
      )
        .map((label) => `"${label}" (not in TEST)`)
        .join(', ')}, ....`,
      `21 Labels haben weniger als 10 Gruppen von Bildern und sind deshalb nicht in jeder Teilmenge: „TEST“ (nicht in Training), ${labels(
        19,
      )
        .map((label) => `„${label}“ (nicht in Test)`)
        .join(', ')}, …`,
    ],
  ],
  more: [
    [{ count: 1 }, '1 more warning is in the report.', '1 weitere Warnung steht im Bericht.'],
    [{ count: 3 }, '3 more warnings are in the report.', '3 weitere Warnungen stehen im Bericht.'],
  ],
};

const said = Object.entries(warnings).flatMap(([code, all]) =>
  all.map(([values, ...sentences]) => [{ code, values }, ...sentences] as Said),
);

test.each(said)('%j', (warning, english, german) => {
  expect(sentenceOf(warning)).toBe(english);
  expect(deVersions.splitWarning(english, warning)).toBe(german);
  expect(enVersions.splitWarning(english, warning)).toBe(english);
});

test('why a version failed is said too', () => {
  for (const { versionReasons } of [enVersions, deVersions]) expect(versionReasons[TOO_LATE]).toBeDefined();
});

test('a warning without a code, or with one that is new, stays as it is, marked as English', () => {
  expect(deVersions.splitWarning('Something else is the case.', undefined)).toBeNull();
  expect(deVersions.splitWarning('', { code: 'new', values: {} } as never)).toBeNull();
});
