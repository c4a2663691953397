/** @covers Embedded Storage */
import { expect, test } from '@jest/globals';
import { readRelated } from '../../emulators/storage/multipart.ts';

const BODY = [
  '--b',
  'Content-Type: application/json',
  '',
  '{"name":"x"}',
  '--b',
  'Content-Type: image/png',
  '',
  'line\r\n--almost\r\n--\r\n',
  '--b--',
  '',
].join('\r\n');

async function read(body: string, step: number, type = 'multipart/related; boundary="b"') {
  async function* pieces() {
    for (let at = 0; at < body.length; at += step) yield Buffer.from(body.slice(at, at + step));
  }
  const media: Buffer[] = [];
  const related = await readRelated(pieces(), type, async (chunk) => {
    media.push(chunk);
  });
  return { ...related, media: Buffer.concat(media).toString() };
}

test.each([1, 2, 3, 5, 7, 1000])('a body in pieces of %i bytes is parsed', async (step) => {
  expect(await read(BODY, step)).toEqual({
    resource: { name: 'x' },
    mediaType: 'image/png',
    media: 'line\r\n--almost\r\n--\r\n',
  });
});

test.each([BODY.slice(0, -10), BODY.slice(0, 60), 'nothing', BODY.replace('{"', '{')])(
  'a malformed body is refused: %j',
  async (body) => {
    await expect(read(body, 1000)).rejects.toMatchObject({ status: 400 });
  },
);

test('a body without boundary is refused', async () => {
  await expect(read(BODY, 1000, 'multipart/related')).rejects.toMatchObject({ status: 400 });
});
