import { formatNumber } from '../plural.ts';
import type { CaptureText } from './en.ts';

const pictures = (count: number): string => `${formatNumber('de', count)} ${count === 1 ? 'Bild' : 'Bilder'}`;

export const captureDe: CaptureText = {
  title: (monitor) => `Kamera ${monitor}`,
  picture: 'Was die Kamera sieht',
  take: 'Bild aufnehmen',
  stop: 'Stopp',
  everySoOften: 'Ein Bild',
  single: 'wenn ich tippe',
  every: (seconds) =>
    seconds === 1 ? 'jede Sekunde' : seconds < 1 ? 'zweimal je Sekunde' : `alle ${seconds} Sekunden`,
  asking: 'Erlauben Sie die Kamera, wenn der Browser fragt.',
  taken: (count) => `${pictures(count)} aufgenommen`,
  allStored: 'Alle gespeichert',
  waiting: (count) => (count === 1 ? '1 Bild wartet' : `${pictures(count)} warten`),
  kept: 'Sie sind auf diesem Gerät und werden von selbst gesendet, auch wenn diese Seite vorher geschlossen wird.',
  again: 'Erneut versuchen',

  faults: {
    denied: {
      title: 'Die Kamera ist gesperrt',
      hint: 'Erlauben Sie sie für diese Seite in den Einstellungen des Browsers (oft hinter dem Symbol neben der Adresse), und versuchen Sie es erneut.',
    },
    none: {
      title: 'Dieses Gerät hat keine Kamera',
      hint: 'Schließen Sie eine an, und versuchen Sie es erneut.',
    },
    busy: {
      title: 'Die Kamera startet nicht',
      hint: 'Vielleicht benutzt sie ein anderes Programm. Schließen Sie es, und versuchen Sie es erneut.',
    },
    insecure: {
      title: 'Der Browser gibt dieser Seite keine Kamera',
      hint: 'Dafür muss die Adresse mit https beginnen.',
    },
  },
  notKept: 'Auf diesem Gerät ist kein Platz mehr: Dieses Bild wurde nicht aufbewahrt.',

  troubles: {
    away: 'Keine Verbindung.',
    keyEnded: 'Der Schlüssel dieser Kamera gilt nicht mehr. Bitten Sie um einen neuen Code.',
    noCamera:
      'Diese Kamera gibt es nicht mehr, oder ihr Datensatz ist ihr verschlossen. Fragen Sie den Eigentümer.',
    notAdmitted: 'Der Datensatz lässt diese Kamera noch nicht zu. Sein Eigentümer kann das erlauben.',
    refused: (reason) => `Der Dienst hat ein Bild abgelehnt: ${reason}`,
  },

  phone: {
    title: 'Telefon benutzen',
    hint: 'Scannen Sie dies mit einem Telefon: Sein Browser wird zu dieser Kamera. Der Code enthält einen Schlüssel, zeigen Sie ihn sonst niemandem. Er gilt, bis Sie den Schlüssel sperren.',
    code: 'QR-Code',
    here: 'Die Kamera dieses Geräts benutzen',
    copy: 'Link kopieren',
  },

  unknown: {
    title: 'Welche Kamera ist das?',
    hint: 'Öffnen Sie in Sightline eine Kamera, wählen Sie bei ihren Geräteschlüsseln „Telefon benutzen“, und scannen Sie den Code mit diesem Gerät.',
  },
};
