import { plural } from '../plural.ts';
import type { outbox as en } from './en.ts';

const count = (one: string, other: string) => (value: number) => plural('de', value, { one, other });
const changes = count('Änderung', 'Änderungen');

/** By status. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'Der Dienst versteht die Angabe nicht.',
  401: 'Ihre Anmeldung ist abgelaufen.',
  403: 'Dafür fehlt Ihnen die Berechtigung.',
  404: 'Das gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  409: 'Das ist inzwischen anders, oder es gibt das schon.',
  413: 'Das ist zu groß.',
  415: 'Dieses Format kennt der Dienst nicht.',
  422: 'Der Inhalt ist so nicht brauchbar.',
  429: 'Das war zu oft in kurzer Zeit. Versuchen Sie es in einer Minute noch einmal.',
  500: 'Im Dienst ist ein Fehler aufgetreten.',
  502: 'Der Dienst hat gerade ein Problem. Versuchen Sie es noch einmal.',
  503: 'Der Dienst hat gerade ein Problem. Versuchen Sie es noch einmal.',
};

export const outbox: typeof en = {
  serviceAway: 'Der Dienst antwortet nicht.',
  changesKept: count(
    'Änderung ist aufgehoben, noch nicht gesendet.',
    'Änderungen sind aufgehoben, noch nicht gesendet.',
  ),
  uploadsKept: count(
    'Bild ist aufgehoben, noch nicht hochgeladen.',
    'Bilder sind aufgehoben, noch nicht hochgeladen.',
  ),
  changesRefused: (number, when) => `${changes(number)} von ${when} nicht ausgeführt:`,
  dismiss: 'Verwerfen',
  refusal: (status) => REFUSALS[status] ?? `Der Dienst hat es abgelehnt (${status}).`,
  signInToSend: (kept) =>
    `Ihre Anmeldung ist abgelaufen. ${kept} Gesendet wird, sobald Sie sich wieder anmelden.`,
  signOutKeeps: (kept) => `${kept} Gesendet wird, wenn Sie sich hier wieder anmelden.`,
  savedMeanwhile: 'Inzwischen ist alles gespeichert.',
};
