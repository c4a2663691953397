/** A valid request with one broken part, drawn by fast-check: a run's seed determines all of its requests. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { anyText, fc } from './fast-check.ts';
import type { Framing, WireRequest } from './requests.ts';
import { NASTY_VALUES } from './requests-nasty.ts';
import { CONTENT_TYPES, ENCODINGS, METHODS, NASTY_HEADERS } from './requests-nasty-headers.ts';
import { NASTY_QUERY, NASTY_SEGMENTS } from './requests-nasty-paths.ts';
import type { ValidRequest } from './samples.ts';

/** A request before it is encoded to bytes. */
interface Draft {
  method: string;
  segments: string[];
  query: string[];
  headers: [string, string][];
  body: Buffer;
  framing: Framing;
}

/** Breaks one part and draws what it needs. */
type Break = (draft: Draft, draw: fc.GeneratorValue, valid: ValidRequest) => void;

const pick = <T>(draw: fc.GeneratorValue, values: readonly T[]): T =>
  values[draw(fc.nat, { max: values.length - 1 })] as T;

const BREAKS: Record<string, Break> = {
  nothing: () => {},
  field: (draft, draw, { body }) => changeJson(draft, body, (json) => replaceField(json, draw)),
  'field gone': (draft, draw, { body }) => changeJson(draft, body, (json) => removeField(json, draw)),
  'field added': (draft, draw) => addText(draft, draw),
  'body text': (draft, draw) => {
    draft.body = breakText(draft.body, draw);
  },
  'body type': (draft, draw) => {
    draft.body = Buffer.from(JSON.stringify(pick(draw, NASTY_VALUES)) ?? '');
  },
  'body wrapped': (draft, draw) => {
    const depth = pick(draw, [1, 2, 50]);
    draft.body = Buffer.from(
      `${'{"data":'.repeat(depth)}${draft.body.toString('latin1')}${'}'.repeat(depth)}`,
      'latin1',
    );
  },
  'body nested': (draft, draw, { body }) => {
    const depth = pick(draw, [2, 30, 31, 32, 33, 1000, 200_000]);
    const [open, close] = pick(draw, [['[', ']'] as const, ['{"a":', '}'] as const]);
    const value = `${open.repeat(depth)}1${draw(fc.boolean) ? close.repeat(depth) : ''}`;
    changeJson(draft, body, (json) => replaceField(json, draw, NEST));
    const text = draft.body.toString('utf8').replace(JSON.stringify(NEST), value);
    draft.body = Buffer.from(text === draft.body.toString('utf8') ? value : text, 'utf8');
  },
  'body size': (draft, draw) => {
    // Around the limits of most routes, in bytes and in members.
    const bytes = 1024 ** 2 - draft.body.length + pick(draw, [-1, 0, 1, 100_000]);
    const ways = [
      () => Buffer.concat([draft.body, Buffer.alloc(Math.max(0, bytes), ' ')]),
      () => Buffer.from(`[${'1,'.repeat(pick(draw, [19_998, 19_999, 20_000, 500_000]))}1]`),
      () => Buffer.from(`{${'"a":1,'.repeat(pick(draw, [19_998, 20_001, 150_000]))}"a":1}`),
    ];
    draft.body = pick(draw, ways)();
    if (draw(fc.boolean)) return;
    setHeader(draft, 'Content-Encoding', 'gzip');
    draft.body = gzipSync(draft.body);
  },
  'device key': (draft, draw) => {
    const key = `slk_${draw(fc.string, { unit: fc.constantFrom(...KEY_LETTERS), minLength: 43, maxLength: 43 })}`;
    if (draw(fc.boolean)) setHeader(draft, 'X-Device-Key', key);
    else setHeader(draft, 'Authorization', `Bearer ${key}`);
  },
  segment: (draft, draw) => {
    draft.segments[draw(fc.nat, { max: draft.segments.length - 1 })] = pick(draw, NASTY_SEGMENTS);
  },
  'segment added': (draft, draw) => {
    draft.segments.splice(draw(fc.nat, { max: draft.segments.length }), 0, pick(draw, NASTY_SEGMENTS));
  },
  'segment text': (draft, draw) => {
    const at = draw(fc.nat, { max: draft.segments.length - 1 });
    draft.segments[at] = encodeURIComponent(draw(anyText, { minLength: 1, maxLength: 40 }).toWellFormed());
  },
  'segment spelled': (draft) => {
    // Another spelling of the same path must reach the same route or none.
    draft.segments = draft.segments.map((each) =>
      each.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    );
  },
  query: (draft, draw) => breakQuery(draft, draw),
  'content type': (draft, draw) => setHeader(draft, 'Content-Type', pick(draw, CONTENT_TYPES)),
  'content encoding': (draft, draw) => setHeader(draft, 'Content-Encoding', pick(draw, ENCODINGS)),
  compressed: (draft, draw) => compress(draft, draw),
  method: (draft, draw) => {
    draft.method = pick(draw, METHODS);
  },
  header: (draft, draw) => {
    const [name, value] = pick(draw, NASTY_HEADERS);
    draft.headers.push([name, value]);
  },
  framing: (draft, draw) => {
    draft.framing = pick<Framing>(draw, ['chunked', 'truncated', 'chunked-truncated', 'overlong', 'slow']);
  },
};

/** Placeholder for what JSON.stringify cannot write. */
const NEST = '\u2042 nest';
const KEY_LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'];

/** Weighted by how much can go wrong. */
const WEIGHTS: Partial<Record<string, number>> = {
  nothing: 1,
  field: 8,
  'body text': 4,
  segment: 5,
  query: 5,
  framing: 2,
};
const NAMES = Object.keys(BREAKS).flatMap((name) => Array<string>(WEIGHTS[name] ?? 2).fill(name));

/** Without a body, a broken body is drawn again as something else. */
const NEEDS_BODY = new Set([
  'body nested',
  'body size',
  'field',
  'field gone',
  'field added',
  'body text',
  'body wrapped',
  'compressed',
]);

export function brokenRequests(valid: readonly ValidRequest[], count: number, seed: number): WireRequest[] {
  // git has most routes; drawing the function first gives each function its share.
  const names = [...new Set(valid.map((each) => each.function))];
  const requests = fc.gen().map((draw) => {
    const name = pick(draw, names);
    return makeBroken(
      pick(
        draw,
        valid.filter((each) => each.function === name),
      ),
      draw,
    );
  });
  return fc.sample(requests, { numRuns: count, seed });
}

function makeBroken(valid: ValidRequest, draw: fc.GeneratorValue): WireRequest {
  const names = valid.body ? NAMES : NAMES.filter((name) => !NEEDS_BODY.has(name));
  const broken = pick(draw, names);
  const draft = draftOf(valid);
  (BREAKS[broken] as Break)(draft, draw, valid);
  return written(valid, draft, broken, pick(draw, ['front', 'function']));
}

/** Each field, path segment and query value of each request, replaced by each known bad value. */
export function brokenEverywhere(valid: readonly ValidRequest[]): WireRequest[] {
  return valid.flatMap((each) => [
    ...placesIn(each.body).flatMap((place) =>
      NASTY_VALUES.map((value) =>
        changed(each, `field ${place.join('.')}`, (draft) => {
          changeJson(draft, each.body, (json) => put(json, place, value));
        }),
      ),
    ),
    ...each.segments.flatMap((_, at) =>
      NASTY_SEGMENTS.map((value) =>
        changed(each, `segment ${at}`, ({ segments }) => {
          segments[at] = value;
        }),
      ),
    ),
    ...each.query.flatMap(([name], at) =>
      NASTY_QUERY.map((value) =>
        changed(each, `query ${name}`, ({ query }) => {
          query[at] = `${name}=${value}`;
        }),
      ),
    ),
  ]);
}

function changed(valid: ValidRequest, broken: string, change: (draft: Draft) => void): WireRequest {
  const draft = draftOf(valid);
  change(draft);
  return written(valid, draft, broken, 'function');
}

/** The path to each field, including nested ones. */
function placesIn(json: unknown): string[][] {
  if (typeof json !== 'object' || json === null || json instanceof Buffer) return [];
  return Object.entries(json).flatMap(([key, inner]) => [
    [key],
    ...placesIn(inner).map((place) => [key, ...place]),
  ]);
}

function put(json: unknown, place: readonly string[], value: unknown): void {
  const [key = '', ...rest] = place;
  const holder = json as Record<string, unknown>;
  if (rest.length === 0) holder[key] = value;
  else put(holder[key], rest, value);
}

function written(
  { route }: ValidRequest,
  { method, segments, query, headers, body, framing }: Draft,
  broken: string,
  via: WireRequest['via'],
): WireRequest {
  const search = query.length > 0 ? `?${query.join('&')}` : '';
  const target = `/${segments.join('/')}${search}`;
  return { route, broken, via, method, target, headers, body: body.toString('base64'), framing };
}

function draftOf({ method, segments, query, body, contentType = 'application/json' }: ValidRequest): Draft {
  return {
    method,
    segments: [...segments],
    query: query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
    headers: body ? [['Content-Type', contentType]] : [],
    body: body instanceof Buffer ? body : Buffer.from(body ? JSON.stringify(body) : ''),
    framing: 'plain',
  };
}

function changeJson(draft: Draft, body: ValidRequest['body'], change: (json: unknown) => void): void {
  if (!body || body instanceof Buffer) return;
  const copy: unknown = structuredClone(body);
  change(copy);
  draft.body = Buffer.from(JSON.stringify(copy));
}

/** Descends at random, so that a field of the body is as likely as a nested one. */
function somewhere(
  json: unknown,
  draw: fc.GeneratorValue,
): { holder: Record<string, unknown>; key: string } | null {
  const holder = json as Record<string, unknown>;
  const keys = Object.keys(holder);
  if (keys.length === 0) return null;
  const key = pick(draw, keys);
  const inner = holder[key];
  const goOn = typeof inner === 'object' && inner !== null && draw(fc.nat, { max: 3 }) > 0;
  return (goOn ? somewhere(inner, draw) : null) ?? { holder, key };
}

/** @param value by default a bad value or any JSON value */
function replaceField(json: unknown, draw: fc.GeneratorValue, value?: string): void {
  const found = somewhere(json, draw);
  if (!found) return;
  if (value !== undefined) {
    found.holder[found.key] = value;
    return;
  }
  const any = draw(fc.nat, { max: 3 }) === 0 ? draw(fc.jsonValue, { maxDepth: 3 }) : pick(draw, NASTY_VALUES);
  found.holder[found.key] = any;
}

function removeField(json: unknown, draw: fc.GeneratorValue): void {
  const found = somewhere(json, draw);
  if (found) delete found.holder[found.key];
}

/** Inserted into the text: an object cannot hold a field twice, nor its own `__proto__`. */
function addText(draft: Draft, draw: fc.GeneratorValue): void {
  const text = draft.body.toString('latin1');
  const known = [...text.matchAll(/"([\w-]{1,20})":/g)].map(([, name]) => name as string);
  const name = pick(draw, [
    ...known,
    '__proto__',
    'constructor',
    'prototype',
    'data',
    'toJSON',
    '',
    'length',
    'ACCESS',
  ]);
  const value = JSON.stringify(pick(draw, NASTY_VALUES)) ?? '1';
  const added = `${JSON.stringify(name)}:${value}`;
  const isFirst = draw(fc.boolean);
  const brace = isFirst ? text.indexOf('{') + 1 : text.lastIndexOf('}');
  const comma = /^\{\s*\}$/.test(text) ? '' : ',';
  const middle = isFirst ? added + comma : comma + added;
  draft.body = Buffer.from(`${text.slice(0, brace)}${middle}${text.slice(brace)}`, 'utf8');
}

const TEXTS: readonly ((body: Buffer, draw: fc.GeneratorValue) => Buffer)[] = [
  (body, draw) => body.subarray(0, draw(fc.nat, { max: Math.max(body.length - 1, 0) })),
  (body, draw) => {
    const copy = Buffer.from(body);
    for (let flips = 0; flips < 3 && copy.length > 0; flips += 1) {
      const at = draw(fc.nat, { max: copy.length - 1 });
      copy[at] = (copy[at] as number) ^ (1 << draw(fc.nat, { max: 7 }));
    }
    return copy;
  },
  (body) => Buffer.concat([Buffer.from('\ufeff'), body]),
  (body) => Buffer.concat([body, body]),
  (body) => Buffer.from(body.toString('latin1'), 'utf16le'),
  (body) => Buffer.from(body.toString('latin1').replaceAll('"', "'")),
  (body) => Buffer.from(body.toString('latin1').replace(/([{,]"[^"]*":)/, '$1NaN,')),
  () => Buffer.from('['.repeat(100_000)),
  () => Buffer.from('['.repeat(100_000) + ']'.repeat(100_000)),
  () => Buffer.from(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
  () => Buffer.from('{"maxCount":1e999,"image":1e999}'),
  () => Buffer.from([0xff, 0xfe, 0x00, 0xc0, 0xaf]),
  () => Buffer.from('"\\ud800"'),
  () => Buffer.from(' '.repeat(100_000)),
  () => Buffer.from(`{"image":"${'A'.repeat(1_000_000)}"}`),
  () => Buffer.alloc(0),
];

const breakText = (body: Buffer, draw: fc.GeneratorValue): Buffer => pick(draw, TEXTS)(body, draw);

function breakQuery(draft: Draft, draw: fc.GeneratorValue): void {
  const { query } = draft;
  const value = pick(draw, NASTY_QUERY);
  const at = draw(fc.nat, { max: Math.max(query.length - 1, 0) });
  const name = query[at]?.split('=', 1)[0] ?? pick(draw, ['uid', 'limit', '__proto__', 'save', 'x']);
  const ways: (() => void)[] = [
    () => query.splice(at, 1, `${name}=${value}`),
    () => query.push(`${name}=${value}`),
    () => query.splice(at, 1),
    () => query.splice(at, 1, name),
    () => query.push(`${name}[]=${value}`, `${name}[__proto__]=${value}`),
    () => query.push(...Array<string>(1000).fill(`${name}=1`)),
    () => query.push(`__proto__=${value}`, '', '=', '==', '&'),
    () => query.push('strict=true', `save=${value}`),
    // Similar to a parameter's name, or another spelling of it.
    () => query.push(`${name.slice(1)}=${value}`),
    () => query.push(`${name.toUpperCase()}=${value}`),
    () => query.push(`%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${value}`),
  ];
  pick(draw, ways)();
}

function setHeader(draft: Draft, name: string, value: string): void {
  draft.headers = [...draft.headers.filter(([each]) => each !== name), [name, value]];
}

/** 40 MB of spaces, compressed to 40 KB: more than a body may have. */
const BOMB = gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '));

function compress(draft: Draft, draw: fc.GeneratorValue): void {
  const ways: [string, (body: Buffer) => Buffer][] = [
    ['gzip', gzipSync],
    ['br', (body) => brotliCompressSync(body)],
    ['deflate', (body) => deflateSync(body)],
    ['gzip', (body) => gzipSync(body).subarray(0, -9)],
    ['gzip', () => BOMB],
    ['gzip', (body) => gzipSync(gzipSync(body))],
  ];
  const [encoding, make] = pick(draw, ways);
  setHeader(draft, 'Content-Encoding', encoding);
  draft.body = make(draft.body);
}
