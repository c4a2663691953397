/** Between the messages of a flow and frames. */
import { basename } from 'node:path';
import type { Frame } from '../spool/frame-file.ts';
import { NoPicture, pictureOf } from './picture-of.ts';
import type { Message } from './red.ts';

/** Values of the node that count where the message has none. */
export interface Defaults {
  dataset: string;
  tag: string;
}

/** 2099-12-31, the latest that the service accepts. */
const LATEST = 4_102_444_799_999;
const SESSION = /^[A-Za-z0-9_-]{1,64}$/;
/** Bytes; the service takes 255. */
const LONGEST_NAME = 255;
/** Bytes: an id; the path `/dataset/<dataset_id>/tag/<tag_id>`. Longer ids cannot exist and might exceed the request size. */
export const LONGEST_ID = 256;
const LONGEST_TAG = '/dataset//tag/'.length + 2 * LONGEST_ID;

/**
 * Not written to disk: the picture itself, objects of a request, and headers and cookies, which may hold credentials.
 */
const NOT_KEPT = new Set([
  ...['payload', 'req', 'res', 'headers', 'cookies', 'responseCookies', 'responseUrl', 'redirectList'],
  ...['statusCode', 'retry', 'spooled', 'refused', 'image', 'date', 'filename', 'dataset', 'tag', 'session'],
]);
/** Bytes of JSON that a message may bring along. */
const MOST_KEPT = 65_536;

/** @throws NoPicture with a sentence that says what is wrong */
export function frameOf(message: Message, { dataset, tag }: Defaults, node: string): Frame {
  const bytes = pictureOf(message.payload);
  const date = dateOf(message.date);
  const session = textOf(message.session, 'session');
  if (session !== undefined && !SESSION.test(session))
    throw new NoPicture('msg.session must be 1 to 64 of A-Z a-z 0-9 _ -');
  return {
    ...{ bytes, date, session, node },
    name: nameOf(textOf(message.filename, 'filename'), bytes, date),
    dataset: textWithin(LONGEST_ID, textOf(message.dataset, 'dataset') ?? dataset, 'dataset'),
    tag: textWithin(LONGEST_TAG, textOf(message.tag, 'tag') ?? tag, 'tag'),
    message: keptOf(message),
  };
}

/** The message that goes on when the outcome is known, perhaps in another process. */
export const messageOf = ({ message, node: _, name, bytes, ...about }: Frame): Message => ({
  ...message,
  ...about,
  filename: name,
  payload: bytes,
});

/** A number, a Date (also of a function node) or text that a date can be read from; now if there is none. */
function dateOf(date: unknown): number {
  if (date === undefined || date === null || date === '') return Date.now();
  const isDate = Object.prototype.toString.call(date) === '[object Date]';
  const known = typeof date === 'number' || isDate ? Number(date) : Date.parse(String(date));
  const milliseconds = Math.round(typeof date === 'string' && /^\d+$/.test(date) ? Number(date) : known);
  if (milliseconds >= 0 && milliseconds <= LATEST) return milliseconds;
  throw new NoPicture('msg.date is not a date: give Unix milliseconds, a Date or ISO 8601');
}

function nameOf(given: string | undefined, bytes: Buffer, date: number): string {
  const name = basename((given ?? '').replaceAll('\\', '/')).trim();
  if (name === '') return `frame-${date}.${bytes[0] === 0xff ? 'jpg' : bytes[0] === 0x89 ? 'png' : 'webp'}`;
  if (Buffer.byteLength(name) > LONGEST_NAME)
    throw new NoPicture(`msg.filename is longer than ${LONGEST_NAME} bytes`);
  return name;
}

function textOf(value: unknown, property: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new NoPicture(`msg.${property} is not text`);
}

function textWithin(longest: number, text: string, property: string): string | undefined {
  if (Buffer.byteLength(text) > longest)
    throw new NoPicture(`msg.${property} is longer than ${longest} bytes`);
  return text || undefined;
}

/** What JSON can hold of the message's other properties; nothing if that is a lot. */
export function keptOf(message: Message): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  let size = 0;
  for (const [property, value] of Object.entries(message)) {
    if (NOT_KEPT.has(property)) continue;
    const text = toJson(value);
    size += text?.length ?? 0;
    if (text !== undefined && size <= MOST_KEPT) kept[property] = JSON.parse(text);
  }
  return kept;
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
