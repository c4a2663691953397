/** Whether two JSON texts are equal, ignoring whitespace, key order, and notation of numbers and characters. Pure. */
import type { JsonText } from './json-text.ts';

export function isSameJson(a: JsonText | undefined, b: JsonText | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.text === b.text) return true;
  if (a.kind === 'string') return b.kind === 'string' && a.value === b.value;
  if (a.kind === 'plain') return b.kind === 'plain' && isSameNumber(a.text, b.text);
  if (a.kind === 'array') return b.kind === 'array' && isSameList(a.items, b.items);
  return b.kind === 'object' && isSameMembers(a.members, b.members);
}

const isSameList = (a: readonly JsonText[], b: readonly JsonText[]): boolean =>
  a.length === b.length && a.every((item, at) => isSameJson(item, b[at]));

function isSameMembers(a: ReadonlyMap<string, JsonText>, b: ReadonlyMap<string, JsonText>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (!b.has(key) || !isSameJson(value, b.get(key))) return false;
  return true;
}

function isSameNumber(a: string, b: string): boolean {
  const [left, right] = [exactNumber(a), exactNumber(b)];
  return left !== undefined && left === right;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,15}))?$/;

/** `1`, `1.0` and `10e-1` have one form, without rounding. Undefined if it is not a number. */
function exactNumber(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const digits = whole + fraction;
  const [start, end] = [firstDigit(digits), afterLastDigit(digits)];
  if (start >= end) return '0';
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

function firstDigit(digits: string): number {
  let at = 0;
  while (digits[at] === '0') at++;
  return at;
}

function afterLastDigit(digits: string): number {
  let at = digits.length;
  while (digits[at - 1] === '0') at--;
  return at;
}
