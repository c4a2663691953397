import { plural } from '../plural.ts';
import type { inspection as en } from './inspection-en.ts';

const count = (one: string, other: string) => (value: number) => plural('de', value, { one, other });

export const inspection: typeof en = {
  inspection: 'Gut oder schlecht',
  inspectionHint:
    'Wie viele schlechte Teile durchrutschen (Schlupf) und wie viele gute aussortiert werden (Pseudoausschuss), je nach Schwelle.',
  escapes: 'Schlupf',
  falseRejects: 'Pseudoausschuss',
  inspected: (names, bad, good) =>
    `Schlecht: ${names}. Verglichen wurden ${count('schlechtes Teil', 'schlechte Teile')(bad)} und ${count('gutes', 'gute')(good)}.`,
  countedAs: {
    look: 'Bilder einer Serie zählen als ein Teil.',
    signature: 'Bilder einer Serie zählen als ein Teil, ebenso fast gleiche Bilder.',
  },
  noInspection: 'Dafür braucht es gute und schlechte Teile, und diese Bilder zeigen nur die eine Art.',
  areaIs: (share) =>
    `In ${share} aller Paare aus einem schlechten und einem guten Teil hat das schlechte den höheren Wert.`,
  foundAt: (rejects, found) =>
    `Dürfen ${rejects} der guten Teile aussortiert werden, werden ${found} der schlechten gefunden.`,
  noneAt: (rejects) =>
    `Dürfen nur ${rejects} der guten Teile aussortiert werden, wird kein schlechtes gefunden.`,
  saveCurve: 'Als CSV speichern',
  twoCurves: (dashed, solid) =>
    `Schlupf und Pseudoausschuss von ${dashed} (gestrichelt) und ${solid}. Die niedrigere Linie ist besser.`,
  pointIs: (score) => `Ab einem Wert von ${score} gilt ein Teil als schlecht.`,
  escaping: (share, low, high) => `${share} der schlechten Teile rutschen durch (${low} bis ${high}).`,
  rejecting: (share, low, high) => `${share} der guten Teile werden aussortiert (${low} bis ${high}).`,
  pointElsewhere: (version) => `Seine Schwelle wurde an anderen Bildern gewählt: Version ${version}.`,
  limitOf: 'Grenze',
  atMost: 'Höchstens',
  choosePoint: 'Schwelle wählen',
  lacking: (share, parts) =>
    `Um ${share} mit 95 % Sicherheit zu zeigen, fehlen ${count('Teil', 'Teile')(parts)} ohne Fehler.`,
};
