import { germanWarning } from './de-warnings.ts';
import type { enVersions } from './en-versions.ts';
import { formatNumber, plural } from './plural.ts';

const count = (one: string, other: string) => (value: number) => plural('de', value, { one, other });
const n = (value: number): string => formatNumber('de', value);

const ALIKE = { look: ', nach Vorschaubildern', signature: ', nach Vorschaubildern und Signaturen' };

export const deVersions: typeof enVersions = {
  version: (number) => `Version ${n(number)}`,
  newVersion: 'Neue Version',
  makeVersion: 'Version anlegen',
  versionsHint:
    'Eine Version hält Bilder, Klassen und Teilmengen fest, wie sie zu einem Zeitpunkt sind. So ist genau belegt, womit ein Modell trainiert wurde.',
  noVersions: 'Noch keine Versionen',
  noVersionsEditor: 'Legen Sie eine an, sobald die Daten für ein Training bereit sind.',
  noVersionsViewer: 'Wer den Datensatz bearbeiten darf, kann eine anlegen.',
  versionMissing: 'Diese Version gibt es nicht',
  versionMissingHint: 'Vielleicht ist die Nummer falsch.',
  allVersions: 'Alle Versionen',
  note: 'Notiz',
  versionNameHint: 'Zum Beispiel, was sich geändert hat.',
  byPerson: (name) => `von ${name}`,
  byNobody: 'vom Dienst',
  byProgram: 'von einem Programm',
  versionState_building: 'Wird angelegt',
  versionState_ready: 'Bereit',
  versionState_failed: 'Fehlgeschlagen',
  versionBuildingHint:
    'Die Bilder werden so gelesen, wie sie zu Beginn waren. Sie können diese Seite inzwischen verlassen.',
  versionReasons: {
    'it was interrupted, and its moment has passed; make another version':
      'Das Anlegen wurde zu lange unterbrochen.',
  },
  versionFailedHint: 'Am Datensatz hat sich nichts geändert. Legen Sie eine weitere Version an.',
  versionReady: (name) => `${name} ist bereit`,
  versionRefused: (name, reason) => `${name} wurde nicht erstellt: ${reason}`,
  inSets: 'Bilder nach Klasse und Teilmenge',
  allImages: 'Alle Bilder',
  shareOf: (share) => `${share} ihrer Bilder`,
  groupsOf: ({ count: groups, largest, alike }) =>
    `${count('Gruppe', 'Gruppen')(groups)}, die größte mit ${count('Bild', 'Bildern')(largest)}${alike ? ALIKE[alike] : ''}`,
  leftOut: 'Weggelassen',
  dropped: {
    'set is REVIEW': 'noch zu prüfen',
    'not checked': 'von niemandem beschriftet oder geprüft',
    'cannot be read': 'mit einer Adresse außerhalb des Datensatzes',
    'file not found': 'ohne Datei',
    'mask cannot be read': 'Masken mit einer Adresse außerhalb des Datensatzes',
    'mask not found': 'Masken ohne Datei',
  },
  whoLabelled: 'Beschriftet von',
  labelNames: {
    manual: 'Menschen',
    inference: 'Modellen, nicht angenommen',
    empty: 'Hier ist nichts',
    unchecked: 'Niemandem',
    unclassed: 'Keine Klasse dieser Version',
  },
  objects: 'Objekte',
  objectsInSets: 'Objekte nach Klasse und Teilmenge',
  misleading: 'Das kann ein Training täuschen',
  misleadingTexts: {
    models: (value) =>
      `${count('Bild hat Rahmen', 'Bilder haben Rahmen')(value)} eines Modells, die niemand angenommen hat: Das Training wiederholt seine Fehler.`,
    modelsInTest: (value) =>
      `${count('Testbild hat Rahmen', 'Testbilder haben Rahmen')(value)} eines Modells, die niemand angenommen hat: Kennzahlen verglichen nur Modelle miteinander.`,
    modelClasses: (value) =>
      `${count('Bild hat die Klasse', 'Bilder haben die Klasse')(value)} eines Modells, die niemand angenommen hat: Das Training wiederholt seine Fehler.`,
    modelClassesInTest: (value) =>
      `${count('Testbild hat die Klasse', 'Testbilder haben die Klasse')(value)} eines Modells, die niemand angenommen hat: Kennzahlen verglichen nur Modelle miteinander.`,
    unchecked: (value) =>
      `${count('Bild', 'Bilder')(value)}, nicht geprüft: Für ein Training ist dort nichts.`,
    unclassed: (value) =>
      `${count('Bild', 'Bilder')(value)} nur mit Klassen, die wegbleiben: Für ein Training ist dort nichts.`,
    withoutClass: (value) =>
      `${count('Bild hat keine Klasse', 'Bilder haben keine Klasse')(value)}: Die meisten Formate lassen sie weg.`,
  },
  warnings: 'Regeln, die die Aufteilung nicht einhalten konnte',
  splitWarning: (_, code) => (code ? germanWarning(code) : null),
  contentHash: 'Prüfsumme des Inhalts',
  contentHashHint: 'SHA-256 über alles darin: Gleiche Prüfsumme heißt gleiche Version.',

  split: 'Aufteilung',
  splitHint: 'Bilder, die zusammengehören, bekommen dieselbe Teilmenge. Wer schon eine hat, behält sie.',
  testShare: 'Test, Prozent',
  validationShare: 'Validierung, Prozent',
  sharesTooLarge: 'Test und Validierung ergeben zusammen mehr als 100 Prozent.',
  groupBy: 'Zusammenhalten',
  group_burst: 'Ähnliche Bilder einer schnellen Folge',
  group_minute: 'Bilder derselben Sitzung und Minute',
  group_session: 'Bilder derselben Sitzung',
  group_image: 'Nur gleiche Bilder',
  whichImages: 'Welche Bilder',
  whichImagesHint: 'Bilder in Prüfung und im Papierkorb sind in keiner Version.',
  includeModels: 'Mit Rahmen von Modellen, die niemand angenommen hat',
  includeModelClasses: 'Mit Klassen von Modellen, die niemand angenommen hat',
  includeUnchecked: 'Mit Bildern, die niemand beschriftet oder geprüft hat',
  labelsOfClasses: 'Klassen in dieser Version',
  labelsOfClassesHint:
    'Zwei Klassen mit demselben Label werden zusammengeführt; eine Klasse kann auch weggelassen werden.',
  labelOf: (name) => `Label von ${name}`,
  include: (name) => `${name} ist eine Klasse dieser Version`,
  saveSets: 'Diese Teilmengen in den Bildern speichern',
  saveSetsHint: 'Spätere Versionen teilen sie dann ebenso ein.',
  preview: 'Vorschau',
  count: 'Zählen',
  previewWaits: 'Es wird gezählt',
  previewEmpty: 'Keine passenden Bilder. Ändern Sie die Filter, oder prüfen Sie zuerst Bilder.',
  previewOutdated: 'Diese Zahlen stammen aus der Zeit vor Ihrer letzten Änderung.',

  compare: 'Vergleichen',
  compareWith: 'Vergleichen mit',
  comparedFrom: 'Von',
  comparedTo: 'Bis',
  differences: (from, to) => `Von Version ${n(from)} zu ${n(to)}`,
  change_added: 'Hinzugekommen',
  change_removed: 'Weggefallen',
  change_relabelled: 'Label geändert',
  change_moved: 'Verschoben',
  changeHint_added: 'Bilder, die nur die spätere Version hat.',
  changeHint_removed: 'Bilder, die nur die frühere Version hat.',
  changeHint_relabelled: 'Bilder mit anderer Klasse, anderen Rahmen oder anderen Masken.',
  changeHint_moved: 'Bilder, die in einer anderen Teilmenge sind.',
  noSuchChange: 'Keine Bilder',
  noDifference: 'Diese Versionen sind gleich',
  noDifferenceHint: 'Sie haben dieselben Bilder, Labels und Teilmengen.',
  from: 'vorher',
  to: 'nachher',
  fromTo: (before, after) => `${before} zu ${after}`,
  noLabel: 'Ohne Label',
  goneImage: 'Nicht mehr im Datensatz',
  notInVersion: 'Nicht enthalten',
  shownAsNow: 'Das Bild zeigt, was jetzt eingezeichnet ist.',
  labelNumber: (label, number) => (number === 1 ? label : `${n(number)} × ${label}`),
  masksOf: (label) => `Maske von ${label}`,

  files: 'Herunterladen',
  filesHint: 'Dieselbe Version ergibt immer dieselbe Datei.',
  format: 'Format',
  formatHolds: 'Enthält alles aus dieser Version.',
  formatLacks: 'Dieses Format kann nicht alles enthalten:',
  imagesAs: 'Bilder',
  imagesAs_bytes: 'Im Archiv',
  imagesAs_links: 'Als Links, einen Tag gültig',
  imagesAs_none: 'Ohne Bilder',
  storageLinks: 'Als Adressen in Cloud Storage',
  downloadFile: 'Herunterladen',
  downloadAgain: 'Erneut herunterladen',
  fileRuns: (received) => `${received} bisher`,
  fileDone: (name, size) => `${name} ist gespeichert, ${size}`,
  fileFailed: 'Der Download ist abgebrochen',
  trainWith: (tool) => `Verwenden mit ${tool}`,
  trainHint: 'Führen Sie diesen Befehl in einem Terminal im Ordner der Datei aus.',
  notVerified: 'Ersetzen Sie BUCKET durch den Namen Ihres Buckets.',
  lossTexts: {
    boxes: (value) => `${count('Rahmen fehlt', 'Rahmen fehlen')(value)} darin.`,
    points: (value) => `${count('Punkt fehlt', 'Punkte fehlen')(value)} darin.`,
    classes: (value) =>
      `${count('Klasse eines ganzen Bildes fehlt', 'Klassen ganzer Bilder fehlen')(value)} darin.`,
    masks: (value) => `${count('Maske fehlt', 'Masken fehlen')(value)} darin.`,
    people: () =>
      'Nicht enthalten: Personen und Zeiten (wer beschriftet, geprüft und entschieden hat, und wann).',
    'whole-pixels': () => 'Kanten von Rahmen liegen auf ganzen Pixeln.',
    'flat-boxes': (value) =>
      `${count('Rahmen ohne Fläche im Bild fehlt', 'Rahmen ohne Fläche im Bild fehlen')(value)} darin.`,
    'box-outlines': (value) => `${count('Rahmen hat', 'Rahmen haben')(value)} den Umriss eines Rechtecks.`,
    'classes-shift': () =>
      'Ultralytics 8.3.208 lehnt diese Datei ab, und spätere Ausgaben nummerieren die Klassen jedes Satzes nach denen, die er hat: zum Trainieren die YOLO-Ordner nehmen.',
    'several-folders': (value) =>
      `${count('Bild', 'Bilder')(value)} mit mehreren Klassen: im Ordner jeder Klasse.`,
    'mask-folders': () => 'Masken von Training und Validierung liegen in eigenen Ordnern.',
    'large-images': (value) => `${count('Bild', 'Bilder')(value)} über 30 MB weggelassen.`,
    'small-boxes': (value) =>
      `${count('Rahmen mit einer Kante unter 0,01 fehlt', 'Rahmen mit einer Kante unter 0,01 fehlen')(value)} darin.`,
    'many-boxes': (value) =>
      `${count('Rahmen nach dem 500. eines Bildes fehlt', 'Rahmen nach dem 500. eines Bildes fehlen')(value)} darin.`,
    webp: (value) =>
      `Vertex AI nennt WebP nicht fürs Training: ${count('Bild ist', 'Bilder sind')(value)} WebP.`,
    unaccepted: (value) =>
      `${count('Rahmen ist', 'Rahmen sind')(value)} von einem Modell, und niemand hat das angenommen.`,
    unchecked: (value) =>
      `${count('Bild', 'Bilder')(value)}, die niemand beschriftet hat: Für ein Training ist dort nichts.`,
    unclassed: (value) =>
      `${count('Bild', 'Bilder')(value)} nur mit Klassen, die wegbleiben: Für ein Training ist dort nichts.`,
    unclassified: (value) => `${count('Bild', 'Bilder')(value)} ohne Klasse weggelassen.`,
    'no-validation': () => 'Kein Bild ist in der Validierung.',
    'no-validation-tenth': () =>
      'Kein Bild ist in der Validierung: Ausgaben von Ultralytics, die das annehmen, nehmen dafür ein Zehntel der Trainingsbilder, aus jeder Sitzung.',
    'no-train': () => 'Kein Bild ist im Training: Ultralytics trainiert damit nicht.',
    'no-validation-TEST': () => 'Kein Bild ist in der Validierung: data.yaml nennt dafür die Testbilder.',
    'no-validation-TRAIN': () =>
      'Kein Bild ist in der Validierung: data.yaml nennt dafür die Trainingsbilder.',
  },
};
