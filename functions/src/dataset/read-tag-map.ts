import * as z from 'zod/mini';
import { about, isFields } from '../common/http/input/fields.ts';

/** `tagmap` as sent: text, or in a body also an object. */
export type SentTagMap = string | Readonly<Record<string, unknown>> | undefined;

/** `tagmap` of a body, which `readTagMap` parses. */
export const tagMap = (description: string, example: Record<string, string | null>) =>
  z
    .optional(z.union([z.string(), z.record(z.string(), z.unknown())], 'tagmap must be an object or text'))
    .check(about(description, { example }));

/**
 * Reads a JSON object, or the short form `key:value,key:value`, in which the value follows the last colon and the word `null`
 * means null. Pairs are read one by one, so that the caller can report the first bad one.
 * @param words what errors call the pairs of the object, and a pair of the short form
 * @throws what `refuse` makes of a sentence: neither form
 */
export function* readTagMap(
  sent: SentTagMap,
  words: { object: string; pair: string },
  refuse: (reason: string) => Error,
): Generator<readonly [key: string, value: unknown]> {
  const text = typeof sent === 'string' ? sent.trim() : '';
  if (typeof sent === 'object') yield* Object.entries(sent);
  else if (/^[{["]/.test(text)) yield* Object.entries(readObject(text, words.object, refuse));
  else if (text !== '')
    for (const pair of text.split(',')) {
      const colon = pair.lastIndexOf(':');
      if (colon < 0) throw refuse(`tagmap: "${pair.trim()}" is not of the form ${words.pair}`);
      const value = pair.slice(colon + 1).trim();
      yield [pair.slice(0, colon).trim(), value === 'null' ? null : value];
    }
}

function readObject(text: string, pairs: string, refuse: (reason: string) => Error): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('tagmap is not valid JSON');
  }
  if (isFields(value)) return value;
  throw refuse(`tagmap must be a JSON object of ${pairs}`);
}
