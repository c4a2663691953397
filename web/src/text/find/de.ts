import { plural } from '../plural.ts';
import type { find as en } from './en.ts';

const count = (one: string, other: string) => (value: number) => plural('de', value, { one, other });

export const find: typeof en = {
  title: 'Finden',
  kind: 'Was gefunden werden soll',
  kinds: {
    wrong: 'Wohl falsche Labels',
    duplicates: 'Fast gleiche Bilder',
    outliers: 'Ausreißer',
    unusual: 'Am ungewöhnlichsten',
    similar: 'Ähnliche Bilder',
  },
  hints: {
    wrong: 'Die anderen Labels sprechen für eine andere Klasse. Was am zweifelhaftesten ist, kommt zuerst.',
    duplicates:
      'Bilder vom Selben: verschoben, gedreht, beschnitten, in anderer Größe oder Helligkeit. Die größten Gruppen kommen zuerst.',
    outliers:
      'Was den anderen am wenigsten gleicht, kommt zuerst: ein dunkles Bild, ein fremdes Teil, eine falsche Kamera.',
    unusual: 'Bilder, die niemand klassifiziert hat. Was den guten am fernsten ist, kommt zuerst.',
    similar: 'Was ihm am meisten gleicht, kommt zuerst.',
  },
  none: {
    wrong: 'Kein Label ist zweifelhaft',
    duplicates: 'Keine fast gleichen Bilder',
    outliers: 'Keine Bilder',
    unusual: 'Jedes Bild ist klassifiziert',
    similar: 'Keine anderen Bilder',
  },
  awaiting: {
    wrong: 'Labels und Bilder werden verglichen …',
    duplicates: 'Jedes Bild wird mit den anderen verglichen. Bei vielen Bildern dauert das eine Minute …',
    outliers: 'Bilder werden verglichen …',
    unusual: 'Bilder werden mit den guten verglichen …',
    similar: 'Bilder werden verglichen …',
  },
  refused: 'Das lässt sich hier noch nicht finden',
  refusedHints: {
    wrong:
      'Es gibt zu wenige Labels: Mindestens zwei Klassen brauchen Bilder aus zwei verschiedenen Momenten.',
    duplicates:
      'Fast gleiche Bilder werden unter höchstens 20.000 Bildern gefunden, und dieser Datensatz hat mehr.',
    outliers: 'Die Bilder müssen erst angesehen werden.',
    unusual: 'Mindestens 5 Bilder müssen als gut klassifiziert sein. Dreißig sind ein guter Anfang.',
    similar: 'Dieses Bild wurde noch nicht angesehen.',
  },
  off: 'Die Bilder wurden noch nicht angesehen',
  offHint:
    'Bilder werden danach gefunden, wie sie aussehen. Dafür sieht der Dienst jedes Bild einmal an. Es braucht kein Modell, und kein Bild verlässt dieses Projekt.',
  offViewer: 'Wer diesen Datensatz bearbeiten darf, kann sie ansehen lassen.',
  empty: 'Es gibt noch keine Bilder',
  begin: 'Bilder ansehen',
  lacks: (value) =>
    `${count('Bild wurde', 'Bilder wurden')(value)} noch nicht angesehen und ${value === 1 ? 'ist' : 'sind'} hier nicht zu finden.`,
  similarTo: 'Ähnlich wie',
  again: 'Neu suchen',
  good: 'Gute Bilder sind',

  copies: count('fast gleiches Bild', 'fast gleiche Bilder'),
  mixed: 'Ihre Klassen sind verschieden.',
  toKeep: (copies) => `Was bleibt: ${copies}`,
  keepOne: 'Eines behalten',
  keepThis: 'Dieses behalten',
  showLarge: 'Groß zeigen',
  keepOneOfEach: (groups) => `Je eines behalten: ${count('Gruppe', 'Gruppen')(groups)}`,
  nextGroup: 'Nächste Gruppe',
  previousGroup: 'Vorige Gruppe',
  keepHint:
    'Die anderen kommen in den Papierkorb. Vorgeschlagen wird, was jemand klassifiziert hat, sonst das älteste.',

  instead: 'Die anderen sagen',
  takeOther: 'Andere Klasse nehmen',
  images: 'Gefundene Bilder',
};
