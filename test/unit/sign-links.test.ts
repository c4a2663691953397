/**
 * Contract 11: links that an HMAC key signs. Storage's own rules are in contract/storage-links.test.ts.
 * @covers Contract 11 links signed by an HMAC key: known vectors, Storage's rules, over HTTP, health
 */
import { afterEach, describe, expect, test } from '@jest/globals';
import { linkKey } from '../../functions/src/common/config.ts';
import { signLinks } from '../../functions/src/common/storage/sign-links.ts';

const KEY = { accessId: 'GOOG1EXAMPLE', secret: 'bGoa+V7g/yqDXvKRqq+JTFn4uQZbPiQJo4pf9RzJ' };
const QUERY = (day: string, time: string, seconds: number) =>
  `X-Goog-Algorithm=GOOG4-HMAC-SHA256&X-Goog-Credential=GOOG1EXAMPLE%2F${day}%2Fauto%2Fstorage%2Fgoog4_request` +
  `&X-Goog-Date=${day}T${time}Z&X-Goog-Expires=${seconds}&X-Goog-SignedHeaders=host&X-Goog-Signature=`;

// Signatures by Python's hmac, hashlib and urllib.parse.quote, after the published rules:
//   quote = lambda text: urllib.parse.quote(text, safe='-._~')
//   request = '\n'.join(['GET', path, query, 'host:' + host, '', 'host', 'UNSIGNED-PAYLOAD'])
//   text = '\n'.join(['GOOG4-HMAC-SHA256', time, scope, hashlib.sha256(request.encode()).hexdigest()])
//   key = ('GOOG4' + secret).encode()
//   for part in [day, 'auto', 'storage', 'goog4_request', text]: key = hmac.new(key, part.encode(), 'sha256').digest()
test.each([
  {
    name: 'dataset/bolts/one.jpg',
    links: {
      ...{ origin: 'https://storage.googleapis.com', bucket: 'a-project.firebasestorage.app' },
      ...{ seconds: 900, at: 1795392000000 },
    },
    path: '/a-project.firebasestorage.app/dataset/bolts/one.jpg',
    query: QUERY('20261123', '000000', 900),
    signature: 'ad04120e17d3e471d2e8149f53a5fe1499cd3aaa40be498fa744faec06bc0178',
  },
  {
    name: "zips/ü b%#?(it's)!*~.zip",
    links: {
      ...{ origin: 'https://storage.googleapis.com', bucket: 'pictures' },
      ...{ seconds: 604800, at: 1767225599999 },
    },
    path: '/pictures/zips/%C3%BC%20b%25%23%3F%28it%27s%29%21%2A~.zip',
    query: QUERY('20251231', '235959', 604800),
    signature: 'fab8d8d128cd4d30c881311ee62e7fdf3bf2b27792eb2898f8d5a30fa10bd01c',
  },
  {
    name: 'x',
    links: { origin: 'http://127.0.0.1:9199', bucket: 'pictures', seconds: 60, at: 0 },
    path: '/pictures/x',
    query: QUERY('19700101', '000000', 60),
    signature: 'd6aaaa82d6517ec2ab15d29c3d89dc1601154d9d226ba5cd67ba986423a18c0c',
  },
])('a link to $name', ({ name, links, path, query, signature }) => {
  expect(signLinks(KEY, links)(name)).toBe(`${links.origin}${path}?${query}${signature}`);
});

test('nothing is signed for the bucket itself, which would list every object', () => {
  const links = { origin: 'https://storage.googleapis.com', bucket: 'pictures', seconds: 60, at: 0 };
  expect(() => signLinks(KEY, links)('')).toThrow('name of an object');
});

describe('the secret LINK_HMAC', () => {
  afterEach(() => {
    delete process.env.LINK_HMAC;
  });
  const read = (secret: string) => {
    process.env.LINK_HMAC = secret;
    return linkKey();
  };

  test('is the key as gcloud prints it; without it there is none', () => {
    const created = { kind: 'storage#hmacKey', metadata: { accessId: KEY.accessId, state: 'ACTIVE' } };
    expect(read(JSON.stringify({ ...created, secret: KEY.secret }))).toEqual(KEY);
    expect(read('')).toBeNull();
  });

  test.each([
    'GOOG1:hunter2',
    '{"secret":"hunter2"}',
    '{"metadata":{"accessId":"GOOG1"}}',
    '"hunter2"',
    'null',
  ])('%s is refused by an error that does not quote it', (secret) => {
    expect(() => read(secret)).toThrow(/^The secret LINK_HMAC is not what `gcloud [^`]*` prints\.$/);
  });
});
