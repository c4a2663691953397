import { formatNumber, plural } from '../plural.ts';
import type { rest as en } from './en.ts';

const count = (one: string, other: string) => (value: number) => plural('de', value, { one, other });
const n = (value: number): string => formatNumber('de', value);
const images = count('Bild', 'Bilder');

export const rest: typeof en = {
  title: 'Rest klassifizieren',
  hint: 'Klassifizieren Sie etwa zwanzig Bilder jeder Klasse, aus verschiedenen Momenten. Für alle anderen wird die Klasse danach vorgeschlagen, wie sie aussehen; Sie prüfen einen Teil und nehmen den Rest auf einmal an.',
  private: 'Es braucht kein Modell, und kein Bild verlässt dieses Projekt.',
  begin: 'Beginnen',
  notHere: 'Vorschläge gibt es für Datensätze, deren Bilder eine Klasse haben',
  notHereHint:
    'Bilder dieses Datensatzes haben Rahmen, Punkte oder Masken. Modelle können diese vorschlagen.',
  looking: 'Die Bilder werden angesehen',
  lookedAt: (done, all) => `${n(done)} von ${plural('de', all, { one: 'Bild', other: 'Bildern' })}`,
  suggesting: 'Klassen werden vorgeschlagen',
  accepting: 'Klassen werden eingetragen',
  undoing: 'Es wird zurückgenommen',
  stop: 'Anhalten',
  workHint: 'Sie können diese Seite verlassen, aber lassen Sie den Tab offen.',
  failed: 'Das hat nicht funktioniert',
  lacks: (value) =>
    `${count('Bild wurde', 'Bilder wurden')(value)} noch nicht angesehen und ${value === 1 ? 'bekommt' : 'bekommen'} keinen Vorschlag.`,
  look: 'Ansehen',
  unreadable: (value) => `${count('Bild kann', 'Bilder können')(value)} nicht gelesen werden.`,

  learned: 'Woraus Vorschläge lernen',
  labelled: 'Klassifiziert',
  ready: 'Genug',
  isEnough: 'Ja',
  isNotEnough: 'Mehr würden helfen',
  accuracy: (share) =>
    `Von diesen Bildern wären ${share} erkannt worden, wenn weder sie noch gleichzeitig aufgenommene klassifiziert wären.`,
  tooFew:
    'Es sind zu wenige: Mindestens zwei Klassen brauchen klassifizierte Bilder aus zwei verschiedenen Momenten.',
  labelSome: 'Bilder klassifizieren',
  labelMore: (value) => `${n(value)} klassifizieren, die am meisten lehren`,
  noneTeach: 'Jedes Bild ist klassifiziert oder in der Prüfung',

  rest: 'Der Rest',
  isWhole: 'Jedes Bild ist klassifiziert.',
  unlabelled: (value) => `${images(value)} ${value === 1 ? 'ist' : 'sind'} nicht klassifiziert.`,
  precision: 'Von 100 jeder Klasse richtig mindestens',
  threshold: 'Vorschläge, die sicher sind zu',
  any: 'beliebig',
  thresholdHint:
    'Unsichere bleiben ohne Klasse. Wer hier mehr verlangt, bekommt weniger Bilder klassifiziert, und mehr davon richtig.',
  toCheck: 'Vorschlagen und zeigen, was zu prüfen ist',
  leftOut: (names) =>
    `${names}: ausgelassen, weil dafür zuerst mehr Bilder klassifiziert werden müssen. Bilder, die so aussehen, bleiben ohne Klasse.`,
  noneReady:
    'Noch hat keine Klasse genug klassifizierte Bilder, und die Prüfung wird vielleicht nicht genügen. Mehr Bilder aus verschiedenen Momenten helfen.',
  notWorthIt: (value) =>
    `Alle ${n(value)} müssen geprüft werden: So wenige auf einmal zu klassifizieren spart nichts.`,

  checked: (done, all) => `${n(done)} von ${n(all)} geprüft`,
  isThis: (name) => `Es ist ${name}`,
  suggested: 'Vorschlag',
  said: 'Sie sagen',
  none: 'Keine davon',
  drop: 'Diese Prüfung aufgeben',
  dropHint: (value) =>
    `Was Sie zu ${value === 1 ? 'einem Bild' : `${n(value)} Bildern`} gesagt haben, geht verloren, und nichts wird klassifiziert.`,
  gone: 'Dieses Bild gibt es hier nicht mehr. Sagen Sie „Keine davon“.',
  allChecked: (right, all) => `Sie stimmen ${n(right)} von ${n(all)} zu`,
  allCheckedHint: (value) =>
    `Wenn das reicht, ${value === 1 ? 'bekommt' : 'bekommen'} jetzt ${images(value)} die vorgeschlagene Klasse. Das kann zurückgenommen werden.`,
  accept: (value) => `${images(value)} klassifizieren`,
  goBack: 'Noch einmal ansehen',

  accepted: (value) => `${images(value)} ${value === 1 ? 'hat' : 'haben'} jetzt eine Klasse`,
  bound: 'Jede Zahl hier stimmt in 95 von 100 solchen Prüfungen.',
  figures: 'Was die Prüfung ergeben hat',
  rightAtLeast: 'Richtig, mindestens',
  lostAtMost: 'In anderen Klassen verloren, höchstens',
  known: 'Von Menschen klassifiziert',
  stale: (value) =>
    `${images(value)} ${value === 1 ? 'war' : 'waren'} inzwischen geändert und ${value === 1 ? 'blieb' : 'blieben'}, wie ${value === 1 ? 'es war' : 'sie waren'}.`,
  marked: 'Sie gelten als von einem Modell klassifiziert, bis jemand sie prüft.',
  acceptedBefore: 'Früher auf einmal klassifiziert',
  acceptedBeforeHint:
    'Von wem auch immer. Zurückgenommen sind die Bilder wieder ohne Klasse; was jemand seither geändert hat, bleibt.',
  labelledAtOnce: (value) => images(value),
  unreviewed: (value) => `${n(value)} hat seither niemand geprüft`,
  isTakenBack: (value) => `zurückgenommen: ${n(value)} wieder ohne Klasse`,
  takeBack: 'Alle zurücknehmen',
  takenBack: (restored, changed) =>
    changed === 0
      ? `${images(restored)} wieder ohne Klasse`
      : `${images(restored)} wieder ohne Klasse; ${n(changed)} inzwischen geänderte bleiben`,
  showUnchecked: 'Zeigen, was niemand geprüft hat',
  done: 'Fertig',
  refused: 'Nicht sicher genug',
  refusedHint: (right, all) =>
    `Sie haben ${n(right)} von ${n(all)} zugestimmt. Von einer Klasse ist zu wenig richtig, oder es könnten mehr Bilder einer Klasse verloren gehen, als bekannt sind: siehe ✗. Der Rest blieb ohne Klasse.`,
  kept: 'Die geprüften Bilder haben Ihre Klassen. Die nächsten Vorschläge lernen daraus.',
  again: 'Noch einmal versuchen',
};
