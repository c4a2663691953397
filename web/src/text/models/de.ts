import { formatNumber, plural } from '../plural.ts';
import type { models as en } from './en.ts';
import { inspection } from './inspection-de.ts';

const count = (one: string, other: string) => (value: number) => plural('de', value, { one, other });
const n = (value: number): string => formatNumber('de', value);
const predictions = count('Vorhersage', 'Vorhersagen');
const images = count('Bild', 'Bilder');

const LOST: Readonly<Record<string, string>> = {
  'masks in an encoding that is not read': 'Masken in einer Kodierung, die nicht gelesen wird',
  'masks of another size than their images': 'Masken, die nicht so groß sind wie ihr Bild',
  outlines: 'Umrisse',
  'places in pixels of images whose size is not known': 'Stellen in Pixeln auf Bildern unbekannter Größe',
  'places outside of their images': 'Stellen außerhalb ihres Bildes',
  'predictions beyond the best 1000 of an image': 'Vorhersagen nach den besten 1000 eines Bildes',
  'predictions by further models': 'Vorhersagen weiterer Modelle',
  'predictions of other kinds': 'Vorhersagen anderer Art',
  'scores that are not from 0 to 1': 'Werte, die nicht zwischen 0 und 1 liegen',
  'turned boxes': 'gedrehte Rahmen',
};

export const models: typeof en = {
  title: 'Modelle',
  hint: 'Was Modelle über diese Bilder sagen, neben dem, was Menschen sagen. Kein Label ändert sich dadurch.',
  send: 'Vorhersagen senden',
  none: 'Noch hat kein Modell etwas gesagt',
  noneEditor:
    'Senden Sie die Datei eines Trainings, oder lassen Sie ein Programm Vorhersagen senden, während Bilder eintreffen.',
  noneViewer: 'Wer den Datensatz bearbeiten darf, kann Vorhersagen senden.',
  byCommand: 'Ein Programm beginnt einen Lauf, sagt, was sein Modell sieht, und schließt ihn ab:',
  all: 'Alle Modelle',
  missing: 'Dieses Modell gibt es nicht',
  missingHint: 'Vielleicht ist die Nummer falsch, oder es wurde gelöscht.',
  trainedOn: (number) => `trainiert mit Version ${n(number)}`,
  notKnownTrainedOn: 'trainiert mit: nicht bekannt',
  predictions,
  state: {
    open: 'Nimmt Vorhersagen an',
    building: 'Wartet auf seine Datei',
    ready: 'Bereit',
    failed: 'Fehlgeschlagen',
  },
  openHint: 'Programme können noch Vorhersagen senden. Kennzahlen gibt es, sobald es abgeschlossen ist.',
  closeRun: 'Abschließen',
  buildingHint: 'Seine Datei wurde noch nicht gelesen.',
  readFile: 'Datei lesen',
  failedHint: 'Am Datensatz hat sich nichts geändert. Löschen Sie es und senden Sie die Datei noch einmal.',
  deleteLoss: 'Alles, was dieses Modell gesagt hat, und seine Kennzahlen. Labels und Versionen bleiben.',
  deleted: (name) => `${name} wurde gelöscht`,
  export: 'Herunterladen',

  detect: 'Detektor ausführen',
  detectorName: (address) => (address === '' ? 'Cloud Vision' : 'Eigener Detektor'),
  detectHint: (value, address) =>
    address === ''
      ? `Cloud Vision sieht sich alle Bilder an (${n(value)}). Jedes, das es noch nicht kennt, kostet Geld.`
      : `${address} wird nach allen Bildern gefragt (${n(value)}).`,
  detectOpen: 'Detektor ist nicht fertig',
  detectBegin: 'Ausführen',
  detecting: 'Der Detektor sieht sich die Bilder an',
  looked: (value) => `bisher ${images(value)}`,
  detectPause: 'Anhalten',
  goOn: 'Fortsetzen',

  against: 'Verglichen mit',
  versionOf: 'Labels aus',
  set: 'Bilder aus',
  noVersion: 'Kennzahlen vergleichen ein Modell mit den Labels einer Version. Noch gibt es keine Version.',
  makeVersion: 'Version anlegen',
  accuracy: 'Genauigkeit',
  ap: 'Mittlere Präzision (AP)',
  ofImages: (value) => `auf ${count('Bild', 'Bildern')(value)}`,
  noImages: 'Keines dieser Bilder hat es angesehen.',
  noFigure: 'Nichts zu messen',
  overTime: (figure) => `${figure}, ältestes Modell zuerst`,

  file: 'Datei',
  fileHint:
    'So wie das Training sie geschrieben hat: COCO-Ergebnisse, predictions.json von Ultralytics, ein ZIP mit YOLO-Texten samt Konfidenz, Zeilen von Vertex AI, Label Studio oder NDJSON. Sie sehen, was käme, bevor etwas entsteht.',
  chooseFile: 'Datei wählen',
  otherFile: 'Andere Datei wählen',
  dropFile: 'Datei hier ablegen',
  nameHint: 'Zum Beispiel, was an diesem Modell neu ist.',
  model: 'Modell',
  modelHint: 'Zum Beispiel seine Architektur.',
  trainedOnLabel: 'Trainiert mit',
  notKnown: 'Nicht bekannt',
  trainedOnHint: 'Dann sagen die Kennzahlen, welche Bilder das Modell schon kannte.',
  given: 'Bilder, die es bekommen hat',
  givens: {
    test: (version) => `TEST-Bilder der Version ${n(version)}`,
    version: (version) => `Alle Bilder der Version ${n(version)}`,
    all: () => 'Jedes Bild dieses Datensatzes',
    listed: () => 'Nur die, die in der Datei stehen',
  },
  givenHint: 'Ein Bild, das es bekommen hat und das nicht in der Datei steht, zählt als: nichts gefunden.',
  sendFile: 'Senden und prüfen',
  sending: (name) => `${name} wird gesendet`,
  checking: 'Die Datei wird gelesen',
  making: 'Das Modell wird angelegt',
  makingHint: 'Sie können diese Seite verlassen, aber lassen Sie den Tab offen.',
  wouldCome: 'Was käme',
  format: 'Format',
  formatNames: {
    ndjson: 'NDJSON von Sightline',
    coco: 'COCO-Ergebnisse',
    ultralytics: 'Ultralytics predictions.json',
    yolo: 'YOLO-Texte mit Konfidenz',
    vertex: 'Vertex AI, Batch-Vorhersage',
    labelstudio: 'Label Studio, Vorhersagen',
  },
  namesOf: 'Namen und Nummern wie in',
  usualNames: 'Die übliche Version',
  score: 'Wert für Vorhersagen ohne Wert',
  checkAgain: 'Erneut prüfen',
  comes: (value, said) => `${predictions(said)} zu ${count('Bild', 'Bildern')(value)}`,
  comesEmpty: (value) => `auf ${n(value)} davon sah es nichts`,
  nothingComes: 'Nichts in dieser Datei passt zu Bildern dieses Datensatzes.',
  labelsHint: 'Jedes Label der Datei steht für eine Klasse dieses Datensatzes oder bleibt weg.',
  unmatched: (value) =>
    value === 1
      ? '1 Eintrag hat hier kein Bild und bleibt weg'
      : `${n(value)} Einträge haben hier kein Bild und bleiben weg`,
  more: (value) => `und ${n(value)} weitere`,
  lost: 'Was von Vorhersagen wegbleibt',
  lostName: (sentence) => LOST[sentence] ?? null,
  make: 'Modell hinzufügen',
  refused: 'Diese Datei ist nicht lesbar',
  broken: 'Das wurde unterbrochen',

  figures: 'Wie gut es ist',
  overlap: 'Überlappung eines richtigen Rahmens, Prozent',
  threshold: 'Werte ab, Prozent',
  percentOf: (share) => `bei einer Überlappung von ${share}`,
  apHint: 'Der Mittelwert über Überlappungen von 50 bis 95 Prozent, wie bei COCO.',
  accuracyHint: 'Wie viele Bilder ihre eigene Klasse mit dem höchsten Wert haben.',
  sizes: { apSmall: 'Kleine Objekte', apMedium: 'Mittlere Objekte', apLarge: 'Große Objekte' },
  best: (score, precision, recall) =>
    `Nimmt man nur Vorhersagen ab einem Wert von ${score}, sind ${precision} davon richtig, und ${recall} von dem, was da ist, wird gefunden: die beste Balance.`,
  point: (score, precision, recall) =>
    `Bilder mit Werten ab ${score}: Präzision ${precision}, Trefferquote ${recall}`,
  noBest: 'Keine Vorhersage ist richtig, welchen Wert sie auch hat.',
  misleading: 'Das kann täuschen',
  uncoveredRun: (value) =>
    `${count('Bild', 'Bilder')(value)} dieser Teilmenge hat es nicht angesehen: Die Kennzahlen sind von den anderen.`,
  uncoveredVersion: (value) =>
    `Es hat auch ${count('Bild', 'Bilder')(value)} angesehen, die nicht in dieser Version sind. Sie zählen nicht mit.`,
  leaked: (value) =>
    `Mit ${count('Bild', 'Bildern')(value)} dieser Teilmenge wurde es trainiert: Dort schmeicheln ihm die Kennzahlen.`,
  maybeLeaked:
    'Niemand hat gesagt, womit es trainiert wurde. Kennt es diese Bilder schon, schmeicheln ihm die Kennzahlen.',
  unlabelled: (value) =>
    value === 1
      ? '1 Bild hat keine Klasse und zählt nicht mit.'
      : `${n(value)} Bilder haben keine Klasse und zählen nicht mit.`,
  unaccepted: (value) =>
    value === 1
      ? '1 Label ist von einem Modell, und niemand hat es angenommen: Dort vergleichen die Kennzahlen Modelle miteinander.'
      : `${n(value)} Labels sind von einem Modell, und niemand hat sie angenommen: Dort vergleichen die Kennzahlen Modelle miteinander.`,
  unclassed: (value) =>
    value === 1
      ? '1 Vorhersage ist von einer Klasse, die diese Version nicht hat.'
      : `${n(value)} Vorhersagen sind von Klassen, die diese Version nicht hat.`,
  unreadable: (value) =>
    value === 1
      ? '1 Maske der Version war nicht lesbar und zählt als fehlend.'
      : `${n(value)} Masken der Version waren nicht lesbar und zählen als fehlend.`,
  curve: 'Präzision und Trefferquote',
  curveHint: 'Jeder Punkt nimmt Vorhersagen ab einem anderen Wert. Rechts oben wäre vollkommen.',
  precision: 'Präzision',
  recall: 'Trefferquote',
  scoreOf: 'Wert',
  f1: 'Balance (F1)',
  ...inspection,
  byClass: 'Nach Klasse',
  objects: 'Objekte',
  predicted: 'Vorhersagen',
  bestScore: 'Bester Wert',
  confusion: 'Was es wofür hält',
  confusionHint: 'Zeilen sind Labels, Spalten Vorhersagen. Was nicht auf der Diagonale liegt, ist falsch.',
  nothing: 'Nichts',
  cell: (label, predicted, value) => `${label}, vorhergesagt ${predicted}: ${n(value)}`,
  label: 'Label',
  calibration: 'Kann man seinen Werten glauben?',
  calibrationIs: (share) => `Im Mittel liegen seine Werte ${share} neben dem Anteil, der richtig ist.`,
  calibrationHint: 'Balken: wie oft Vorhersagen eines Werts richtig sind. Sie sollten die Linie erreichen.',
  noCalibration: 'Es gibt keine Vorhersagen, an denen man das sieht.',
  bin: (from, to, right, answers) =>
    `Werte von ${from} bis ${to}: ${right} von ${predictions(answers)} richtig`,
  emptyBin: (from, to) => `Werte von ${from} bis ${to}: keine Vorhersagen`,

  // Two models
  beside: 'Neben einem anderen Modell',
  besideHint: 'Auf den Bildern, die beide angesehen haben.',
  otherModel: 'Das andere Modell',
  noOther: 'Keines',
  betterThere: 'Dort besser',
  agreesBetter: (name) => `Bilder, bei denen ${name} besser übereinstimmt`,
  noneInCommon:
    'Es gibt nichts zu vergleichen: Sie haben kein klassifiziertes Bild dieser Teilmenge gemeinsam.',
  verdicts: {
    better: (figure, other) => `${figure} ist höher als bei ${other}.`,
    worse: (figure, other) => `${figure} ist niedriger als bei ${other}.`,
    unclear: (figure, other) =>
      `Ob ${figure} höher ist als bei ${other}, lässt sich aus so wenigen Bildern nicht sagen.`,
  },
  comparedOn: (value, bursts) =>
    `Verglichen wurden ${images(value)} aus ${plural('de', bursts, { one: 'Moment', other: 'Momenten' })}.`,
  figure: 'Maß',
  difference: 'Unterschied',
  likely: 'Mit anderen Bildern wohl',
  between: (low, high) => `${low} bis ${high}`,
  comparedFigures: {
    accuracy: 'Genauigkeit',
    balancedAccuracy: 'Genauigkeit, jede Klasse gleich',
    ap: 'Average Precision',
    ap50: 'AP50',
    ap75: 'AP75',
    bestF1: 'Beste Balance (F1)',
    expectedError: 'Fehler der Werte',
  },

  order: 'Reihenfolge',
  orders: {
    disagreement: 'Am meisten strittig',
    uncertain: 'Am unsichersten',
    missed: 'Am meisten übersehen',
    extra: 'Gesehen, wo nichts ist',
    score: 'Die sichersten zuerst',
  },
  ordersHint:
    'Reihenfolge und Filter gehen nach den Labels, wie sie beim Hinzufügen des Modells waren. Jedes Bild zeigt seine Labels von jetzt.',
  prediction: 'Vorhersage',
  minScore: 'Werte ab',
  showTiles: 'Kacheln zeigen',
  showOne: 'Einzeln zeigen',
  showImages: 'Bilder zeigen',
  theFirst: (value) => `Die ersten ${n(value)}`,
  imagesOf: 'Bilder, die das Modell angesehen hat',
  noSuchImages: 'Keine solchen Bilder',
  noSuchImagesHint: 'Wählen Sie eine andere Reihenfolge oder weniger Filter.',
  noMoreImages: 'Keine weiteren Bilder',
  keepLabel: 'Label behalten',
  takePrediction: 'Vorhersage übernehmen',
};
