import type { hooks as english } from './en.ts';

export const hooks: typeof english = {
  title: 'Hooks',
  hint: 'Adressen von Programmen, die erfahren, was hier geschieht: ein Chat, ein Training, ein Flow. Jede Nachricht ist signiert und wird einen Tag lang wiederholt.',
  none: 'Kein Programm erfährt etwas.',
  add: 'Neuer Hook',
  edit: 'Hook bearbeiten',
  url: 'Adresse',
  urlHint: 'Sie beginnt mit https und ist öffentlich.',
  name: 'Wofür er ist',
  nameHint: 'Zum Beispiel „Chat der Nachtschicht“.',
  events: 'Er erfährt, wenn',
  event: {
    dataset: {
      'version.ready': 'eine Version bereit ist',
      'run.ready': 'Vorhersagen eines Modells bereit sind',
      'import.done': 'ein Import fertig ist',
      'review.empty': 'nichts mehr zu prüfen ist',
      'job.done': 'ein Auftrag fertig ist',
      'job.failed': 'ein Auftrag gescheitert ist',
    },
    monitor: {
      'session.started': 'eine Sitzung beginnt',
      'session.stopped': 'eine Sitzung endet',
      'monitor.silent': 'die Kamera ist verstummt',
      'monitor.slow': 'die Kamera langsam ist',
      'monitor.back': 'die Kamera zurück ist',
    },
  },
  secret: 'Geheimnis des Hooks',
  secretHint:
    'Kopieren Sie dieses Geheimnis jetzt: Es wird nur einmal angezeigt. Mit ihm prüft das Programm, dass eine Nachricht von hier kommt.',
  copySecret: 'Geheimnis kopieren',
  test: 'Test senden',
  tested: (outcome) => `Der Test ist angekommen: ${outcome}`,
  notTested: (outcome) => `Der Test ist nicht angekommen: ${outcome}`,
  more: (name) => `Mehr zu ${name}`,
  delete: 'Hook löschen',
  deleteHint: 'Was nicht zugestellt ist, wird nicht mehr gesendet.',
  failing: 'Gestört',
  failingSince: (time) =>
    `Einen Tag lang ist nichts angekommen, und seit ${time} wird nichts gesendet. Alles ist aufbewahrt: Eine Änderung oder ein Test, der ankommt, setzt ihn fort.`,
  ended: 'Beendet',
  endedSince: (time) =>
    `Er wurde am ${time} beendet: Sein Empfänger wollte es so, oder der Besitzer hat gewechselt. Legen Sie einen neuen an.`,
  dropped: (count) =>
    count === 1
      ? 'Mehr als 1.000 Nachrichten haben gewartet: Die älteste wird nicht mehr gesendet.'
      : `Mehr als 1.000 Nachrichten haben gewartet: Die ${count} ältesten werden nicht mehr gesendet.`,
  deliveries: 'Zustellungen',
  deliveriesOf: (name) => `Zustellungen von ${name}`,
  noDeliveries: 'Noch wurde nichts gesendet.',
  answered: (status) => `Antwort ${status}`,
  problem: {
    address: 'die Adresse ist nicht https oder nicht öffentlich',
    connection: 'dort antwortet niemand',
    timeout: 'keine Antwort in 10 Sekunden',
  },
};
