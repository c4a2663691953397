import type { enDataset } from './en-dataset.ts';
import { formatNumber } from './plural.ts';

export const deDataset: typeof enDataset = {
  trainingFile: 'Trainingsdatei',
  trainingFileMade: 'Die Trainingsdatei ist geschrieben',
  charts: 'Diagramme',
  classBySet: 'Klasse nach Teilmenge',
  imagesPerDay: 'Bilder je Tag',
  lastDays: (days) => `${formatNumber('de', days)} Tage bis zum neuesten Bild`,
  day: 'Tag',
  total: 'Summe',
  asTable: 'Als Tabelle',
  nothingToShow: 'Noch nichts zu zeigen.',

  upload: 'Bilder hochladen',
  dropToUpload: 'Bilder hier ablegen, um sie hochzuladen',
  uploading: (done, total) => `${done} von ${total} hochgeladen`,
  uploadedAs: (camera) => `als Bilder von ${camera}`,
  uploadWaits: 'Keine Verbindung: Der Rest folgt von selbst, sobald sie wieder da ist.',
  uploadKnown: 'wurde schon hochgeladen',
  uploadTwice: 'ist dasselbe Bild wie ein anderes von diesen',
  uploadTrashed: 'liegt im Papierkorb',
  uploadTooLarge: 'ist größer als 20 MB',
  uploadNoPicture: 'ist kein JPEG, PNG oder WebP',
  uploadNeedsMonitor:
    'Zum Hochladen braucht es einen Monitor, den Sie bearbeiten dürfen. Fragen Sie seinen Besitzer oder jemanden, der einen anlegen darf.',
  uploadsOf: (name) => `Hochgeladen in ${name}`,
  uploadProblems: 'Bilder, die nicht hinzugefügt wurden',
};
