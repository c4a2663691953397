import type { enDataset } from './en-dataset.ts';
import { formatNumber } from './plural.ts';

export const deDataset: typeof enDataset = {
  trainingFile: 'Trainingsdatei',
  trainingFileMade: 'Die Trainingsdatei wurde erstellt',
  charts: 'Diagramme',
  classBySet: 'Klassen nach Teilmenge',
  imagesPerDay: 'Bilder pro Tag',
  lastDays: (days) => `Die ${formatNumber('de', days)} Tage bis zum neuesten Bild`,
  day: 'Tag',
  total: 'Summe',
  asTable: 'Als Tabelle anzeigen',
  nothingToShow: 'Noch keine Daten.',

  upload: 'Bilder hochladen',
  dropToUpload: 'Bilder zum Hochladen hier ablegen, oder ein ZIP zum Importieren',
  uploading: (done, total) => `${done} von ${total} hochgeladen`,
  uploadedAs: (camera) => `als Bilder von ${camera}`,
  showUploaded: (images) => (images === 1 ? 'Bild zeigen' : `Diese ${formatNumber('de', images)} zeigen`),
  uploadWaits: 'Keine Verbindung. Der Rest wird von selbst hochgeladen, sobald sie wieder da ist.',
  uploadKnown: 'wurde schon hochgeladen',
  uploadTwice: 'ist dasselbe Bild wie ein anderes in dieser Auswahl',
  uploadTrashed: 'liegt im Papierkorb',
  uploadTooLarge: 'ist größer als 20 MB',
  uploadNoPicture: 'ist kein JPEG, PNG oder WebP',
  uploadNeedsMonitor:
    'Zum Hochladen brauchen Sie einen Monitor, den Sie bearbeiten dürfen. Fragen Sie den Besitzer eines Monitors oder jemanden, der einen anlegen darf.',
  uploadsOf: (name) => `Uploads für ${name}`,
  uploadProblems: 'Bilder, die nicht hinzugefügt wurden',
};
