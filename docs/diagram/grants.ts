/** `npm run diagram`: draws docs/grants.svg, the way of a camera's frame into a dataset (Contract 8). */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Card, drawArrow, drawCard, drawText } from './marks.ts';
import { drawPage } from './page.ts';

const SIZE = { w: 1000, h: 250 };
const ROW = { y: 24, w: 220, h: 84 };

const card = (
  x: number,
  icon: Card['icon'],
  kind: Card['kind'],
  title: string,
  ...lines: string[]
): Card => ({
  ...{ x, ...ROW, icon, kind, title, lines },
});

const cards: readonly Card[] = [
  card(28, 'camera', 'client', 'Camera', 'sends its device key', 'with each frame'),
  card(390, 'monitor', 'function', 'monitor', 'whose key it is'),
  card(752, 'dataset', 'store', 'dataset', 'which admits', 'the monitor'),
];

const STEPS = [
  {
    x: 319,
    name: 'the key',
    by: 'an editor of the monitor',
    end: ['ends with that role,', 'or when it is revoked'],
  },
  {
    x: 681,
    name: 'the grant',
    by: 'an editor of the dataset',
    end: ['ends with that role,', 'or when it is taken out'],
  },
] as const;

const middle = ROW.y + ROW.h / 2;

const drawStep = ({ x, name, by, end }: (typeof STEPS)[number]): string[] => [
  drawArrow([
    [x - 71, middle],
    [x + 71, middle],
  ]),
  drawText(x, middle - 10, name, 'note', 'middle'),
  drawArrow(
    [
      [x, 168],
      [x, middle + 8],
    ],
    'live',
  ),
  drawText(x, 186, `answered for by ${by}`, 'line', 'middle'),
  ...end.map((line, index) => drawText(x, 205 + index * 17, line, 'note', 'middle')),
];

const TITLE =
  'A frame goes from a camera with a device key by its monitor into a dataset that admits the monitor. An editor of the monitor answers for the key, an editor of the dataset for the grant.';

export const drawGrants = (): string =>
  drawPage(SIZE, TITLE, [...STEPS.flatMap(drawStep), ...cards.map(drawCard)]);

if (import.meta.main) await writeFile(resolve(import.meta.dirname, '../grants.svg'), drawGrants());
