import { germanNote } from './de-notes.ts';
import type { enImport } from './en-import.ts';
import { formatNumber, plural } from './plural.ts';

const count = (one: string, other: string) => (value: number) => plural('de', value, { one, other });
const n = (value: number): string => formatNumber('de', value);

export const deImport: typeof enImport = {
  importArchive: 'Archiv importieren',
  importHint:
    'Ein ZIP mit Bildern, dazu Labels in einem dieser Formate: Sightline, YOLO, COCO, Pascal VOC, CVAT, Label Studio, LabelMe, Datumaro, Supervisely, KITTI, OpenImages, Tabellen von Roboflow, Hugging Face imagefolder, Ultralytics NDJSON, Vertex AI, AutoML, Ordner mit Masken oder ein Ordner je Klasse.',
  chooseArchive: 'Archiv wählen',
  dropArchive: 'ZIP hier ablegen',
  importFirstLook: 'Sie können den Inhalt prüfen, bevor sich etwas ändert.',
  noArchive: 'Das ist kein ZIP-Archiv.',
  oneArchive: 'Bitte nur ein Archiv auf einmal. Nur das erste wird importiert.',
  importStillRuns: 'Ein anderer Import läuft noch',
  notImported: (name) =>
    `${name} wurde nicht importiert, weil ein anderer Import noch läuft. Legen Sie die Datei noch einmal ab, wenn er fertig ist.`,
  filesSkipped: (value) =>
    `${count('Datei wurde', 'Dateien wurden')(value)} nicht hinzugefügt. Mit einem Archiv können nur Bilder abgelegt werden.`,
  uploadingArchive: (name) => `${name} wird hochgeladen`,
  bytesOf: (sent, size) => `${sent} von ${size}`,
  uploadPaused: 'Keine Verbindung. Das Hochladen wird von hier aus fortgesetzt.',
  stopUpload: 'Anhalten',
  checkingArchive: 'Das Archiv wird geprüft',
  wouldCome: 'Was importiert wird',
  archiveFormat: 'Format des Archivs',
  nothingToImport: 'Das Archiv enthält keine Bilder, die importiert werden können.',
  labelsMap: 'Labels',
  labelsMapHint: 'Jedes Label des Archivs wird eine Klasse dieses Datensatzes oder bleibt weg.',
  classOf: (label) => `Klasse für ${label}`,
  newClassNamed: (name) => `Neue Klasse ${name}`,
  leaveOut: 'Weglassen',
  noLabels: 'Das Archiv enthält keine Labels.',
  unlabelledImages: (images) => `${images} ohne Label`,
  notRead: (value) => `${count('Datei', 'Dateien')(value)} nicht lesbar`,
  notReadMore: (value) => `und ${n(value)} weitere`,
  importNote: (_, note) => (note ? germanNote(note) : null),
  importNotes: 'Was nicht übernommen oder nicht gelesen wird',
  runImport: 'Importieren',
  importImages: (images) => `${images} importieren`,
  importWithoutLabels: (images) => `${images} ohne die nicht lesbaren Labels importieren`,
  otherArchive: 'Anderes Archiv wählen',
  importing: 'Import läuft',
  importRuns: 'Sie können diese Seite verlassen oder schließen. Der Import geht weiter.',
  imported: (done, total) => `${done} von ${total} Bildern`,
  importAdded: (value) => `${n(value)} hinzugefügt`,
  importKnown: (value) => `${n(value)} waren schon da`,
  importFailed: (value) => `${n(value)} nicht importierbar`,
  importDone: 'Das Archiv wurde importiert',
  toImages: 'Zu den Bildern',
  makeVersionOfIt: 'Version anlegen',
  importBroken: 'Der Import ist abgebrochen',
  importRefused: 'Dieses Archiv kann nicht importiert werden',
  goOn: 'Fortsetzen',
  uploadMissing: 'Das Archiv ist nicht hochgeladen oder nicht mehr vorhanden',
  uploadMissingHint:
    'Wählen Sie dieselbe Datei noch einmal. Was schon hochgeladen ist, wird nicht erneut gesendet.',
  earlierImports: 'Importe',
  importState_waiting: 'Nicht importiert',
  importState_running: 'Läuft',
  importState_done: 'Fertig',
  importState_failed: 'Fehlgeschlagen',
};
