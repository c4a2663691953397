/** Requests with a broken part to the embedded servers, drawn from a seed. */
import type { Random } from '../../emulators/scenes/random.ts';
import type { WireRequest } from './requests.ts';

export type ServerName = 'database' | 'storage' | 'vision';

interface Template {
  server: ServerName;
  methods: string;
  /** `*` is any segment. */
  path: string;
  query?: readonly string[];
  /** A valid body, parts of which are replaced. */
  body?: unknown;
}

const FAULTS = [
  { path: '^/nowhere', method: 'GET', latency: 1, status: 418, headers: { a: 'b' }, times: 1, body: {} },
];
const RESOURCE = {
  name: 'a',
  contentType: 'image/png',
  metadata: { k: 'v' },
  crc32c: 'AAAAAA==',
  md5Hash: 'x',
  customTime: 'now',
};
const CONDITIONS = [
  'ifGenerationMatch',
  'ifMetagenerationNotMatch',
  'ifSourceGenerationMatch',
  'generation',
  'fields',
  'userProject',
];
const QUERY = [
  'ns',
  'orderBy',
  'startAt',
  'endBefore',
  'equalTo',
  'limitToFirst',
  'limitToLast',
  'shallow',
  'print',
  'auth',
  'cb',
];
const VISION = {
  requests: [
    { image: { content: 'AAAA', source: { imageUri: 'gs://b/o' } }, features: [{ type: 19, maxResults: 3 }] },
  ],
};

const TEMPLATES: readonly Template[] = [
  ...(['database', 'storage', 'vision'] as const).map((server) => ({
    server,
    methods: 'PUT GET DELETE POST',
    path: '/__faults',
    body: FAULTS,
  })),
  {
    server: 'vision',
    methods: 'PUT DELETE GET',
    path: '/__failure',
    body: { status: 'RESOURCE_EXHAUSTED', times: 1 },
  },
  { server: 'vision', methods: 'POST GET', path: '/v1/images:annotate', body: VISION },
  { server: 'vision', methods: 'POST', path: '/v1/images:annotate', body: VISION },
  { server: 'storage', methods: 'GET DELETE POST', path: '/__operations' },
  {
    server: 'storage',
    methods: 'GET POST',
    path: '/storage/v1/b',
    body: { name: 'b' },
    query: ['project', 'maxResults'],
  },
  { server: 'storage', methods: 'GET PATCH DELETE', path: '/storage/v1/b/*', body: {} },
  {
    server: 'storage',
    methods: 'GET',
    path: '/storage/v1/b/*/o',
    query: [
      'prefix',
      'delimiter',
      'maxResults',
      'pageToken',
      'startOffset',
      'endOffset',
      'matchGlob',
      'fields',
      'versions',
    ],
  },
  {
    server: 'storage',
    methods: 'GET PATCH PUT DELETE',
    path: '/storage/v1/b/*/o/*',
    query: ['alt', ...CONDITIONS],
    body: RESOURCE,
  },
  { server: 'storage', methods: 'GET HEAD', path: '/storage/v1/b/*/o/*?alt=media', query: CONDITIONS },
  ...['rewriteTo/b/*/o/*', 'copyTo/b/*/o/*', 'moveTo/o/*'].map((end) => ({
    server: 'storage' as const,
    methods: 'POST',
    path: `/storage/v1/b/*/o/*/${end}`,
    query: CONDITIONS,
    body: RESOURCE,
  })),
  {
    server: 'storage',
    methods: 'POST',
    path: '/storage/v1/b/*/o/*/compose',
    query: CONDITIONS,
    body: {
      sourceObjects: [{ name: 'a', generation: '1', objectPreconditions: { ifGenerationMatch: '1' } }],
      destination: RESOURCE,
    },
  },
  {
    server: 'storage',
    methods: 'POST',
    path: '/upload/storage/v1/b/*/o',
    body: RESOURCE,
    query: ['uploadType', 'name', 'ifGenerationMatch', 'contentEncoding'],
  },
  {
    server: 'storage',
    methods: 'POST',
    path: '/upload/storage/v1/b/*/o?uploadType=resumable',
    query: ['name'],
    body: RESOURCE,
  },
  {
    server: 'storage',
    methods: 'PUT DELETE',
    path: '/upload/storage/v1/b/*/o?uploadType=resumable',
    query: ['upload_id'],
    body: 'x',
  },
  {
    server: 'storage',
    methods: 'GET HEAD',
    path: '/*/*',
    query: ['X-Goog-Signature', 'X-Goog-Date', 'X-Goog-Expires', 'X-Goog-Credential'],
  },
  { server: 'database', methods: 'POST', path: '/__clear', query: ['ns'] },
  { server: 'database', methods: 'GET', path: '/.lp', query: QUERY },
  {
    server: 'database',
    methods: 'GET PUT',
    path: '/.settings/rules.json?ns=a&auth=owner',
    body: { rules: { '.read': true, a: { '.indexOn': ['x'], $b: { '.validate': 'data.val() == 1' } } } },
  },
  {
    server: 'database',
    methods: 'GET PUT PATCH POST DELETE OPTIONS HEAD',
    path: '/*/*.json?ns=a',
    query: QUERY,
    body: { a: { '.priority': 1, '.value': 2 }, b: { '.sv': { increment: 1 } }, 'c/d': 1 },
  },
  {
    server: 'database',
    methods: 'GET PUT PATCH POST DELETE',
    path: '/*.json?ns=a',
    query: QUERY,
    body: { a: [1, null, { b: 2 }] },
  },
];

const NASTY: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  'x',
  '(',
  '[',
  '\\',
  '\u0000',
  '\ud800',
  '💩',
  '../..',
  '__proto__',
  '.sv',
  'timestamp',
  'x'.repeat(3000),
  [],
  [null],
  [[]],
  {},
  { a: null },
  { '': 1 },
  { '.value': null },
  { '.sv': null },
  { '.priority': {} },
  { '.priority': [] },
  { '.value': { a: 1 } },
  { 'a/b': 1, a: 2 },
  { '/': 1 },
];
const SEGMENTS = [
  'a',
  'b',
  'pictures',
  '%',
  '%00',
  '%2F',
  '..',
  '%ff',
  '.',
  '__proto__',
  'constructor',
  '💩',
  'a b',
  '$x',
  '%0d%0a',
  '~',
];
const HEADERS: readonly [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Content-Type', 'multipart/related; boundary=x'],
  ['Content-Type', 'multipart/related'],
  ['Content-Range', 'bytes 0-1/2'],
  ['Content-Range', 'bytes x'],
  ['Content-Encoding', 'gzip'],
  ['Range', 'bytes=5-1'],
  ['Range', 'bytes=0-0'],
  ['If-Match', 'null_etag'],
  ['If-Match', '"x"'],
  ['X-HTTP-Method-Override', 'PATCH'],
  ['X-Firebase-ETag', 'true'],
  ['X-Goog-Hash', 'crc32c=,md5=x'],
  ['X-Upload-Content-Type', 'ü'],
  ['Authorization', 'Bearer owner'],
  ['Authorization', 'Bearer a.b.c'],
  ['Accept-Encoding', 'gzip'],
  ['Transfer-Encoding', 'x'],
  ['Upgrade', 'websocket'],
  ['Expect', '100-continue'],
];
const RAW = [
  '',
  '{',
  'null',
  '[',
  '1e999',
  '"\\ud800"',
  '--x\r\n\r\n{}\r\n--x\r\n\r\n',
  `${'['.repeat(5000)}`,
  '\u0000\u0001',
];

export interface EmbeddedRequest extends WireRequest {
  server: ServerName;
}

export function drawRequest(random: Random): EmbeddedRequest {
  const template = random.pick(TEMPLATES);
  const framing = random.pick(['plain', 'plain', 'plain', 'chunked', 'truncated', 'overlong'] as const);
  const method = random.pick(random.next() < 0.03 ? ['TRACE', 'PURGE', 'COPY'] : template.methods.split(' '));
  return {
    server: template.server,
    route: template.path,
    broken: '',
    via: 'function',
    framing,
    method,
    target: targetOf(template, random),
    headers: draws(random, 2, () => random.pick(HEADERS)),
    body: Buffer.from(bodyOf(template.body, random)).toString('base64'),
  };
}

function targetOf({ path, query = [] }: Template, random: Random): string {
  const target = path.replaceAll('*', () => encodeURI(random.pick(SEGMENTS)).replaceAll('%25', '%'));
  const pairs = draws(random, 3, () => {
    const value = random.pick(NASTY);
    const text = typeof value === 'string' && random.next() < 0.5 ? value : JSON.stringify(value);
    return `${random.pick(query.length > 0 ? query : ['x'])}=${encodeURIComponent(text.toWellFormed())}`;
  });
  return target + (target.includes('?') ? '&' : '?') + pairs.join('&');
}

function bodyOf(body: unknown, random: Random): string {
  const chance = random.next();
  if (body === undefined || chance < 0.1) return random.pick(RAW);
  return chance < 0.15 ? JSON.stringify(body) : JSON.stringify(broken(body, random));
}

/** A copy with one or more values replaced by invalid ones. */
export function broken(value: unknown, random: Random): unknown {
  if (random.next() < 0.2) return random.pick(NASTY);
  if (typeof value !== 'object' || value === null) return random.next() < 0.3 ? random.pick(NASTY) : value;
  if (Array.isArray(value)) return value.map((item) => broken(item, random));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, broken(item, random)]));
}

const draws = <T>(random: Random, most: number, draw: () => T): T[] =>
  Array.from({ length: random.whole(0, most) }, draw);

const QUERIES = { i: '.priority', sp: 1, sn: 'a', sin: true, ep: 'b', en: 'c', ein: false, l: 2, vf: 'l' };
const ACTIONS = [
  's',
  'auth',
  'gauth',
  'unauth',
  'appcheck',
  'q',
  'n',
  'g',
  'p',
  'm',
  'o',
  'om',
  'oc',
  'zz',
  '__proto__',
];

/** One WebSocket frame for the database. */
export function drawFrame(random: Random): string {
  if (random.next() < 0.05) return random.pick(RAW);
  const cred = random.pick(['owner', 'a.b.c', 'e30.eyJzdWIiOiJ4In0.']);
  const body = {
    p: `/a/${random.pick(['b', 'c'])}`,
    d: { x: 1, y: { z: 2 } },
    h: 'x',
    q: QUERIES,
    t: 1,
    cred,
    authvar: { uid: 'x' },
  };
  const envelope = {
    t: random.pick(['d', 'd', 'd', 'c']),
    d: { r: random.whole(1, 99), a: random.pick(ACTIONS), b: body, t: 'p' },
  };
  return random.next() < 0.2 ? JSON.stringify(envelope) : JSON.stringify(broken(envelope, random));
}
