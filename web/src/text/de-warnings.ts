/** What the service says about a split, in German (functions/src/dataset/split/sentences.ts has the English sentences). */
import type { SplitWarning } from '../../../client/src/api.ts';
import { plural } from './plural.ts';

type Shares = Extract<SplitWarning, { code: 'shares' }>['values'];

const count = (value: number, one: string, other: string): string => plural('de', value, { one, other });
const verb = (value: number, one: string, other: string): string => (value === 1 ? one : other);
const PERCENT = new Intl.NumberFormat('de', { style: 'percent', maximumFractionDigits: 1 });
const LIST = new Intl.ListFormat('de', { type: 'conjunction' });

/** @returns null for a code that is not known */
export function germanWarning({ code, values }: SplitWarning): string | null {
  switch (code) {
    case 'shares':
      return `Die Bilder ${spread(values)}`;
    case 'label':
      return `Die Bilder mit dem Label „${values.label}“ ${spread(values)}`;
    case 'cut':
      return `${count(values.bursts, 'schnelle Folge hat', 'schnelle Folgen haben')} mehr Bilder, als eine Gruppe bei diesen Anteilen haben darf (${values.limit}), und ${verb(values.bursts, 'musste', 'mussten')} geteilt werden: An ${count(values.places, 'Stelle', 'Stellen')} sind ähnliche Bilder in verschiedenen Teilmengen.`;
    case 'saved':
      return `Bilder behalten die Teilmengen, die schon gespeichert waren; das verfehlt die Anteile ${verb(values.count, 'des Labels', 'der Labels')} ${someOf(values, (label) => `„${label}“`)}`;
    case 'missing':
      return `${count(values.count, 'Label hat', 'Labels haben')} weniger als ${values.fewest} Gruppen von Bildern und ${verb(values.count, 'ist', 'sind')} deshalb nicht in jeder Teilmenge: ${someOf(values, ({ label, sets }) => `„${label}“ (nicht in ${sets.map((set) => SETS[set]).join(', ')})`)}`;
    case 'more':
      return `${count(values.count, 'weitere Warnung', 'weitere Warnungen')} ${verb(values.count, 'steht', 'stehen')} im Bericht.`;
    default:
      return null;
  }
}

const SETS = { TRAIN: 'Training', TEST: 'Test', VALIDATION: 'Validierung' };

const REASONS: Record<Shares['reason']['code'], (count: number) => string> = {
  saved: () => 'Bilder behalten die Teilmengen, die schon gespeichert waren',
  groups: (groups) => `Es gibt nur ${count(groups, 'Gruppe', 'Gruppen')} von Bildern`,
  largest: (images) => `Gruppen bleiben zusammen, und die größte hat ${count(images, 'Bild', 'Bilder')}`,
  few: () => 'Es sind zu wenige Bilder',
  mixed: () => 'Sie haben auch andere Labels, oder es sind zu wenige',
};

function spread({ shares, asked, reason }: Shares): string {
  const listed = (of: Shares['shares']) =>
    LIST.format([of.TRAIN, of.TEST, of.VALIDATION].map((share) => PERCENT.format(share / 100)));
  return `verteilen sich auf Training, Test und Validierung mit ${listed(shares)} statt ${listed(asked)}: ${REASONS[reason.code](reason.count)}.`;
}

/** The first labels, and whether there are more. */
const someOf = <T>({ labels, count }: { labels: readonly T[]; count: number }, say: (label: T) => string) =>
  `${labels.map(say).join(', ')}${count > labels.length ? ', …' : '.'}`;
