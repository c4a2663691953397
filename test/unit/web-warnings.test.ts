/** The console says in German whatever the service may say about a split, and about a version that failed. */
import { expect, test } from '@jest/globals';
import { REASONS, SENTENCES } from '../../functions/src/dataset/split/sentences.ts';
import { TOO_LATE } from '../../functions/src/dataset/version/moment-life.ts';
import { deVersions } from '../../web/src/text/de-versions.ts';
import { enVersions } from '../../web/src/text/en-versions.ts';

const SHARES = 'TRAIN 66.7, TEST 33.3, VALIDATION 0';
const ASKED = '80, 10, 10';
const labels = (number: number) => Array.from({ length: number }, (_, at) => `l${at}`);

/** The end of a German sentence about shares, for each reason. */
const reasons: Record<keyof typeof REASONS, [english: string, german: string][]> = {
  saved: [[REASONS.saved(), 'Bilder behalten die Teilmengen, die schon gespeichert waren']],
  groups: [
    [REASONS.groups(1), 'Es gibt nur 1 Gruppe von Bildern'],
    [REASONS.groups(3), 'Es gibt nur 3 Gruppen von Bildern'],
  ],
  largest: [
    [REASONS.largest(1), 'Gruppen bleiben zusammen, und die größte hat 1 Bild'],
    [REASONS.largest(1200), 'Gruppen bleiben zusammen, und die größte hat 1.200 Bilder'],
  ],
  few: [[REASONS.few(), 'Es sind zu wenige Bilder']],
  mixed: [[REASONS.mixed(), 'Sie haben auch andere Labels, oder es sind zu wenige']],
};

const spread =
  'auf Training, Test und Validierung mit 66,7 %, 33,3 % und 0 % statt 80 %, 10 % und 10 %'.replaceAll(
    ' %',
    '\u00a0%',
  );

const sentences: Record<keyof typeof SENTENCES, [english: string, german: string][]> = {
  shares: Object.values(reasons)
    .flat()
    .map(([english, german]) => [
      SENTENCES.shares(SHARES, ASKED, english),
      `Die Bilder verteilen sich ${spread}: ${german}.`,
    ]),
  label: ['dent', 'a "b" instead of 1, 2, 3: c.', 'zwei\nZeilen'].map((label) => [
    SENTENCES.label(SHARES, label, ASKED, REASONS.mixed()),
    `Die Bilder mit dem Label „${label}“ verteilen sich ${spread}: Sie haben auch andere Labels, oder es sind zu wenige.`,
  ]),
  cut: [
    [
      SENTENCES.cut(1, 32, 1),
      '1 schnelle Folge hat mehr Bilder, als eine Gruppe bei diesen Anteilen haben darf (32), und musste geteilt werden: An 1 Stelle sind ähnliche Bilder in verschiedenen Teilmengen.',
    ],
    [
      SENTENCES.cut(2, 32, 7),
      '2 schnelle Folgen haben mehr Bilder, als eine Gruppe bei diesen Anteilen haben darf (32), und mussten geteilt werden: An 7 Stellen sind ähnliche Bilder in verschiedenen Teilmengen.',
    ],
  ],
  saved: [
    [
      SENTENCES.saved(['x']),
      'Bilder behalten die Teilmengen, die schon gespeichert waren; das verfehlt die Anteile des Labels „x“.',
    ],
    [
      SENTENCES.saved(['x', 'y "z"']),
      'Bilder behalten die Teilmengen, die schon gespeichert waren; das verfehlt die Anteile der Labels „x“, „y "z"“.',
    ],
    [
      SENTENCES.saved(labels(21)),
      `Bilder behalten die Teilmengen, die schon gespeichert waren; das verfehlt die Anteile der Labels ${labels(
        20,
      )
        .map((label) => `„${label}“`)
        .join(', ')}, …`,
    ],
  ],
  missing: [
    [
      SENTENCES.missing([['rare', ['TEST', 'VALIDATION']]], 10),
      '1 Label hat weniger als 10 Gruppen von Bildern und ist deshalb nicht in jeder Teilmenge: „rare“ (nicht in Test, Validierung).',
    ],
    [
      SENTENCES.missing([['TEST', ['TRAIN']], ...labels(20).map((label) => [label, ['TEST']] as const)], 10),
      `21 Labels haben weniger als 10 Gruppen von Bildern und sind deshalb nicht in jeder Teilmenge: „TEST“ (nicht in Training), ${labels(
        19,
      )
        .map((label) => `„${label}“ (nicht in Test)`)
        .join(', ')}, …`,
    ],
  ],
  more: [
    [SENTENCES.more(1), '1 weitere Warnung steht im Bericht.'],
    [SENTENCES.more(3), '3 weitere Warnungen stehen im Bericht.'],
  ],
};

test('there is a line above for each reason and each sentence of the service', () => {
  expect(Object.keys(reasons)).toEqual(Object.keys(REASONS));
  expect(Object.keys(sentences)).toEqual(Object.keys(SENTENCES));
});

test.each(Object.values(sentences).flat())('%s', (english, german) => {
  expect(deVersions.splitWarning(english)).toBe(german);
  expect(enVersions.splitWarning(english)).toBe(english);
});

test('why a version failed is said too', () => {
  for (const { versionReasons } of [enVersions, deVersions]) expect(versionReasons[TOO_LATE]).toBeDefined();
});

test('a sentence of another service stays as it is, marked as English', () => {
  expect(deVersions.splitWarning('Something else is the case.')).toBeNull();
});
