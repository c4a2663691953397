/** Sentences about what a format cannot contain. */
import type { Loss } from './format.ts';

export const said = (code: string, text: string, count = 0): Loss[] => [{ code, count, text }];

export const missing = (code: string, count: number, one: string, many: string): Loss[] =>
  count === 0 ? [] : said(code, `${plural(count, `${one} is`, `${many} are`)} not in it.`, count);

export const leftOut = (code: string, count: number, what: string): Loss[] =>
  count === 0 ? [] : said(code, `${plural(count, 'image', 'images')} ${what} left out.`, count);

export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

export const severalFolders = (count: number): Loss[] =>
  count === 0
    ? []
    : said(
        'several-folders',
        `${plural(count, 'image', 'images')} with several classes: in the folder of each.`,
        count,
      );
