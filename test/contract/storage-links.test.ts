/**
 * @covers Contract 11 links signed by an HMAC key: known vectors, Storage's rules, over HTTP, health
 * @covers Contract 9, 12 pages read links of the bucket: the project's Hosting origins and CORS_ORIGINS, reading only; hook, doctor, local Storage
 * @covers Embedded Storage
 */
import type { GetSignedUrlConfig } from '@google-cloud/storage';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { corsRule } from '../../emulators/storage/cors-rule.ts';
import { makeSigningKey } from '../../emulators/storage/signing-key.ts';
import { checkLinks } from '../../functions/src/common/adapters/health-checks.ts';
import { signLinks } from '../../functions/src/common/storage/sign-links.ts';
import { type Bench, clientOf, openBench } from './storage-client.ts';

const NAME = 'zips/ü b%#?.zip';
const MINUTE = 60_000;
const PAGE = 'https://dashboard.test';
/** Milliseconds by which the server's clock is ahead of the real one, with which links are signed. */
let ahead = 0;
const keys = makeSigningKey();
let bench: Bench;
beforeAll(async () => {
  // Every constructor of the client warns about `credentials`.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  bench = await openBench({ clock: () => Date.now() + ahead, cors: [corsRule([PAGE])] }, keys);
  await bench.bucket
    .file(NAME)
    .save('archive', { resumable: false, metadata: { contentType: 'text/plain' } });
});
afterAll(() => bench.storage.close());

async function link(options: Partial<GetSignedUrlConfig> = {}, name = NAME): Promise<string> {
  const expires = Date.now() + 5 * MINUTE;
  const config: GetSignedUrlConfig = { version: 'v4', action: 'read', expires, ...options };
  return (await bench.bucket.file(name).getSignedUrl(config))[0];
}

/** A link that an HMAC key signed. */
function hmacLink({ seconds = 300, at = Date.now(), name = NAME, key = keys.signingKey.hmac } = {}): string {
  const { metadata, secret } = key;
  const { origin } = bench;
  return signLinks({ ...metadata, secret }, { origin, bucket: 'pictures', seconds, at })(name);
}

test('a link that the client signed serves the object to anyone', async () => {
  const url = await link();
  expect(url.startsWith(`${bench.origin}/pictures/zips/`)).toBe(true);
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([200, 'archive']);
  expect(answer.headers.get('content-type')).toBe('text/plain');
});

test('a link sets the file name and type of its answer', async () => {
  const responseDisposition = 'attachment; filename="dataset_2026-11-20.zip"';
  const { headers } = await fetch(await link({ responseDisposition, responseType: 'application/zip' }));
  expect(headers.get('content-disposition')).toBe(responseDisposition);
  expect(headers.get('content-type')).toBe('application/zip');
});

test('a link serves ranges', async () => {
  const answer = await fetch(await link(), { headers: { range: 'bytes=2-4' } });
  expect([answer.status, await answer.text()]).toEqual([206, 'chi']);
});

test('a link is invalid after its expiry', async () => {
  const url = await link({ expires: Date.now() + MINUTE });
  ahead += 2 * MINUTE;
  const answer = await fetch(url);
  ahead -= 2 * MINUTE;
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('ExpiredToken')]);
  expect((await fetch(url)).status).toBe(200);
});

const CHANGES: readonly [string, (url: string) => string][] = [
  ['another object', (url) => url.replace('/zips/', '/zip/')],
  ['another bucket', (url) => url.replace('/pictures/', '/private/')],
  ['a longer life', (url) => url.replace(/Expires=\d+/, 'Expires=3600')],
  ['another file name', (url) => `${url}&response-content-disposition=inline`],
  ['another signature', (url) => url.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
  ['another signer', (url) => url.replace(/local%40|GOOG1/, 'other')],
  ['another algorithm', (url) => url.replace(/RSA|HMAC/, (name) => (name === 'RSA' ? 'HMAC' : 'RSA'))],
  ['another place', (url) => url.replace('%2Fauto%2F', '%2Feurope-west1%2F')],
  ['another day', (url) => url.replace(/%2F\d{8}%2F/, '%2F20200101%2F')],
  ['no signature', (url) => url.replace(/Signature=.*/, 'Signature=00')],
];
test.each(CHANGES)('a link changed to %s is refused, whoever signed it', async (_, change) => {
  for (const url of [await link(), hmacLink()]) {
    expect((await fetch(url)).status).toBe(200);
    const answer = await fetch(change(url));
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('SignatureDoesNotMatch'),
    ]);
  }
});

test('a link that an HMAC key signed has the path that the client gives it, serves the object, and expires', async () => {
  const url = hmacLink({ seconds: 60 });
  expect(new URL(url).pathname).toBe(new URL(await link()).pathname);
  expect(await (await fetch(url)).text()).toBe('archive');
  const refused = async (wrong: string, code: string) => {
    const answer = await fetch(wrong);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(code)]);
  };
  await refused(hmacLink({ seconds: 60, at: Date.now() - 2 * MINUTE }), 'ExpiredToken');
  await refused(hmacLink({ seconds: 8 * 24 * 3600 }), 'ExpiredToken');
  await refused(hmacLink({ at: Date.now() + 2 * MINUTE }), 'AccessDenied');
  const { hmac } = makeSigningKey().signingKey;
  await refused(hmacLink({ key: hmac }), 'SignatureDoesNotMatch');
  await refused(hmacLink({ key: { ...keys.signingKey.hmac, secret: hmac.secret } }), 'SignatureDoesNotMatch');
  await refused(hmacLink({ key: { ...hmac, secret: keys.signingKey.hmac.secret } }), 'SignatureDoesNotMatch');
});

test('health follows a link: with a key that Storage does not know, a function is unhealthy', async () => {
  const { LINK_HMAC: _, ...before } = process.env;
  const check = (LINK_HMAC: string) => {
    process.env = { ...before, STORAGE_EMULATOR_HOST: bench.origin, STORAGE_BUCKET: 'pictures', LINK_HMAC };
    return checkLinks();
  };
  await expect(check('')).resolves.toBeUndefined();
  await expect(check(JSON.stringify(keys.signingKey.hmac))).resolves.toBeUndefined();
  const other = JSON.stringify(makeSigningKey().signingKey.hmac);
  await expect(check(other)).rejects.toThrow('a link got 403 SignatureDoesNotMatch');
  await expect(check('{}')).rejects.toThrow('LINK_HMAC');
  process.env = before;
});

test('a link signed with another key is refused, and so is an unsigned URL', async () => {
  const stranger = clientOf(bench.origin, makeSigningKey()).bucket('pictures').file(NAME);
  const [url] = await stranger.getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + MINUTE });
  expect((await fetch(url)).status).toBe(403);
  expect((await fetch(url.replace(/\?.*/, ''))).status).toBe(403);
});

test('a link with the right key but under another name is refused', async () => {
  const { credentials } = keys;
  const other = { ...keys, credentials: { ...credentials, client_email: 'other@example.com' } };
  const file = clientOf(bench.origin, other).bucket('pictures').file(NAME);
  const [url] = await file.getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + MINUTE });
  expect((await fetch(url)).status).toBe(403);
});

test('a good link to a missing object is 404', async () => {
  expect((await fetch(await link({}, 'gone'))).status).toBe(404);
});

test('a link for reading cannot delete or write', async () => {
  for (const method of ['DELETE', 'PUT']) expect((await fetch(await link(), { method })).ok).toBe(false);
  expect(await (await fetch(await link())).text()).toBe('archive');
});

describe('CORS settings of the bucket', () => {
  const corsOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => /^access-control|^vary/.test(name)));

  test('a page of a listed origin may read', async () => {
    const answer = await fetch(await link(), { headers: { origin: PAGE } });
    expect(await answer.text()).toBe('archive');
    expect(corsOf(answer)).toEqual({
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers': 'Content-Disposition, Content-Range, Content-Type, Range',
      vary: 'Origin',
    });
  });

  test('its browser may ask first, for reading only', async () => {
    const ask = async (method: string) =>
      corsOf(
        await fetch(await link(), {
          method: 'OPTIONS',
          headers: { origin: PAGE, 'access-control-request-method': method },
        }),
      );
    expect(await ask('GET')).toEqual({
      'access-control-allow-origin': PAGE,
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'Content-Disposition, Content-Range, Content-Type, Range',
      'access-control-max-age': '3600',
      vary: 'Origin',
    });
    expect(await ask('HEAD')).not.toEqual({});
    for (const method of ['PUT', 'DELETE', 'POST']) expect(await ask(method)).toEqual({});
  });

  test.each(['https://elsewhere.test', `${PAGE}.evil.test`, 'null', '*'])(
    'a page of %s may not',
    async (origin) => {
      const answer = await fetch(await link(), { headers: { origin } });
      expect([answer.status, corsOf(answer)]).toEqual([200, {}]);
    },
  );
});
