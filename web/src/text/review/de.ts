import { formatNumber } from '../plural.ts';
import type { review as en } from './en.ts';

/** Texts of the review, and of an image that is open. */
export const review: typeof en = {
  next: 'Nächstes Bild',
  previous: 'Voriges Bild',
  comingNext: 'Zu prüfende Bilder',
  reviewed: (at: string, total: string) => `${at} von ${total}`,
  timeLeft: (minutes: string) => `noch etwa ${minutes}`,
  didReview: (count) => `${formatNumber('de', count)} geprüft`,
  didLabel: (count) => `${formatNumber('de', count)} beschriftet`,
  didSkip: (count) => `${formatNumber('de', count)} übersprungen`,
  showSkipped: 'Übersprungene zeigen',
  nothingToReview: 'Nichts zu prüfen',
  nothingToReviewHint: 'Hier erscheinen Bilder, die eine Kamera oder eine Person zur Prüfung gibt.',
  backToDataset: 'Zurück zum Datensatz',
  restIsElsewhere: (images) => `${images} in Prüfung bei jemand anderem`,
  restIsElsewhereHint: 'Was dort offen bleibt, erscheint von selbst hier.',
  reviewAnyway: 'Trotzdem prüfen',
  pictureMissing: 'Das Bild kann nicht gelesen werden.',
  withKey: (name, key) => (key ? `${name}, Taste ${key.toUpperCase()}` : name),
  isCurrent: (name: string) => `${name}, aktuelle Klasse`,
  changedByOthers: (name: string) => `${name} übersprungen: inzwischen von jemand anderem geändert`,
  acceptClass: (name) => `${name} annehmen`,
  classOfSelected: 'Klasse eines ausgewählten Rahmens',
  keyNeedsSelection:
    'Eine Klassentaste ändert einen ausgewählten Rahmen oder eine Maske, und hier ist nichts ausgewählt: E öffnet den Editor.',
};
