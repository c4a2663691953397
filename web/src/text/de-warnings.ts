/** The service's sentences about a split, in German (functions/src/dataset/split/sentences.ts has the English ones). */
import { plural } from './plural.ts';

const count = (value: string, one: string, other: string): string =>
  plural('de', Number(value), { one, other });
const PERCENT = new Intl.NumberFormat('de', { style: 'percent', maximumFractionDigits: 1 });
const percent = (share: string): string => PERCENT.format(Number(share) / 100);
const verb = (value: string, one: string, other: string): string => (value === '1' ? one : other);

type Pattern = readonly [RegExp, (...found: string[]) => string];

const REASONS: readonly Pattern[] = [
  [
    /^images keep the sets that were saved before$/,
    () => 'Bilder behalten die Teilmengen, die schon gespeichert waren',
  ],
  [
    /^there (?:is|are) (\d+) groups? of images only$/,
    (groups) => `Es gibt nur ${count(groups, 'Gruppe', 'Gruppen')} von Bildern`,
  ],
  [
    /^groups stay whole, and the largest has (\d+) images?$/,
    (images) => `Gruppen bleiben zusammen, und die größte hat ${count(images, 'Bild', 'Bilder')}`,
  ],
  [/^there are too few images$/, () => 'Es sind zu wenige Bilder'],
  [
    /^its images have other labels too, or are too few$/,
    () => 'Sie haben auch andere Labels, oder es sind zu wenige',
  ],
];

const NUMBER = String.raw`(\d+(?:\.\d)?)`;
const SHARES = `TRAIN ${NUMBER}, TEST ${NUMBER}, VALIDATION ${NUMBER} percent of the images`;
const ASKED = `instead of ${NUMBER}, ${NUMBER}, ${NUMBER}`;

const SENTENCES: readonly Pattern[] = [
  [
    new RegExp(`^The sets have ${SHARES} ${ASKED}: (.*)\\.$`, 's'),
    (...found) => spread('Die Bilder', found.slice(0, 3), found.slice(3, 6), found[6]),
  ],
  [
    new RegExp(`^The sets have ${SHARES} with label "(.*)" ${ASKED}: (.*)\\.$`, 's'),
    (...found) =>
      spread(`Die Bilder mit dem Label „${found[3]}“`, found.slice(0, 3), found.slice(4, 7), found[7]),
  ],
  [
    /^(\d+) bursts? (?:has|have) more images than a group may have for these shares \((\d+)\) and had to be cut: at (\d+) places? images that look alike are in different sets\.$/,
    (bursts, limit, places) =>
      `${count(bursts, 'schnelle Folge hat', 'schnelle Folgen haben')} mehr Bilder, als eine Gruppe bei diesen Anteilen haben darf (${limit}), und ${verb(bursts, 'musste', 'mussten')} geteilt werden: An ${count(places, 'Stelle', 'Stellen')} sind ähnliche Bilder in verschiedenen Teilmengen.`,
  ],
  [
    /^Images keep the sets that were saved before, which misses the shares of (labels?) "(.*?)"(, \.\.\.)?\.$/s,
    (which, labels, rest) =>
      `Bilder behalten die Teilmengen, die schon gespeichert waren; das verfehlt die Anteile ${which === 'label' ? 'des Labels' : 'der Labels'} „${labels.replaceAll('", "', '“, „')}“${rest ? ', …' : '.'}`,
  ],
  [
    /^(\d+) labels? with fewer than (\d+) groups of images could not be put into every set: (.*)$/s,
    (labels, fewest, list) =>
      `${count(labels, 'Label hat', 'Labels haben')} weniger als ${fewest} Gruppen von Bildern und ${verb(labels, 'ist', 'sind')} deshalb nicht in jeder Teilmenge: ${missing(list)}`,
  ],
  [
    /^(\d+) more warnings? (?:is|are) in the report\.$/,
    (more) =>
      `${count(more, 'weitere Warnung', 'weitere Warnungen')} ${verb(more, 'steht', 'stehen')} im Bericht.`,
  ],
];

/** @returns null for a sentence that is not known */
export const germanWarning = (sentence: string): string | null => translate(SENTENCES, sentence);

function translate(patterns: readonly Pattern[], sentence: string): string | null {
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(sentence);
    if (found) return say(...found.slice(1));
  }
  return null;
}

function spread(which: string, shares: string[], asked: string[], reason = ''): string {
  const listed = (all: string[]) => LIST.format(all.map(percent));
  const why = translate(REASONS, reason) ?? reason;
  return `${which} verteilen sich auf Training, Test und Validierung mit ${listed(shares)} statt ${listed(asked)}: ${why}.`;
}

const LIST = new Intl.ListFormat('de', { type: 'conjunction' });

const SETS: Readonly<Record<string, string>> = {
  TRAIN: 'Training',
  TEST: 'Test',
  VALIDATION: 'Validierung',
};

/** `"rare" (not in TEST, VALIDATION), "odd" (not in TEST), ....` */
const missing = (list: string): string =>
  list
    .replace(/^"/, '„')
    .replaceAll(
      /" \(not in ((?:TRAIN|TEST|VALIDATION)(?:, (?:TRAIN|TEST|VALIDATION))*)\)(, ")?/g,
      (_, sets: string, next?: string) =>
        `“ (nicht in ${sets.replaceAll(/[A-Z]+/g, (set) => SETS[set] ?? set)})${next ? ', „' : ''}`,
    )
    .replace(/, \.{4}$/, ', …');
