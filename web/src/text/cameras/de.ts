import { plural } from '../plural.ts';
import type { cameras as english } from './en.ts';

/** Texts about how cameras are. */
export const cameras: typeof english = {
  cameraStates: {
    ok: 'Läuft',
    slow: 'Langsam',
    silent: 'Verstummt',
    'never sent': 'Gestartet',
    stopped: 'Gestoppt',
    unknown: 'Unbekannt',
  },
  running: 'Läuft',
  noFrameYet: 'Noch kein Live-Bild',
  noFrameFor: (span) => `Kein Bild seit ${span}`,
  noFrameSinceStart: (span) => `Kein Bild seit dem Start vor ${span}`,
  perMinute: (value) => `${value} pro Minute`,
  perMinuteOf: (value, expected) => `${value} von ${expected} pro Minute`,
  inTrouble: (number) => plural('de', number, { one: 'Kamera mit Störung', other: 'Kameras mit Störung' }),
  cameraTrouble: {
    silent: (camera) => `${camera} ist verstummt`,
    slow: (camera) => `${camera} ist langsam`,
  },
  cameraTroubleHint: {
    silent: 'Seit längerem als erwartet ist kein Bild gekommen.',
    slow: 'Es kommen weniger als halb so viele Bilder wie erwartet.',
  },
  notifyMe: 'Bei verstummten und langsamen Kameras benachrichtigen',
  notifyNoMore: 'Nicht mehr benachrichtigen',
  notificationsOn:
    'Dieser Browser benachrichtigt Sie, solange die Konsole in einem Tab offen ist, auch im Hintergrund.',
  notificationsOff: 'Keine Benachrichtigungen mehr in diesem Browser.',
  notificationsDenied:
    'Dieser Browser erlaubt dieser Seite keine Benachrichtigungen. Das lässt sich in seinen Einstellungen ändern.',

  latestFrame: 'Das neueste Bild',
  recentFrames: 'Letzte Bilder',
  lastFrameAt: 'Letztes Bild',
  thisSession: 'Aktuelle Sitzung',
  noSession: 'Keine',
  pace: 'Bildrate',
  expectedPace: 'Erwartet',
  asBefore: (pace) => `${pace}, wie in der letzten Sitzung`,
  notKnownYet: 'Noch nicht bekannt',
  ownNumbers: 'Von der Kamera gemessen',
  lastHour: 'Letzte Stunde',

  alerts: 'Verstummt und langsam',
  framesPerMinute: 'Erwartete Bilder pro Minute',
  framesPerMinuteHint:
    'Leer: so viele wie in der letzten Sitzung. Eine Kamera ohne Bild für das Dreifache des erwarteten Abstands und mindestens 15 Sekunden ist verstummt; eine mit weniger als der halben Bildrate für eine Minute ist langsam.',
  expectedNow: (pace) => `Erwartet: ${pace}`,
  expectedAsBefore: 'Erwartet: so viele wie in der letzten Sitzung',
};
