/** @covers Spec 4.2 getb64: bytes, media types, memory, 413 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { base64Json, jsonSize, mediaTypeOf } from '../../functions/src/image/base64-json.ts';
import { fc } from '../support/fast-check.ts';

const JPEG = Buffer.from('\xff\xd8\xff\xe0', 'latin1');

describe('Spec 4.2: the result is a data URI of the bytes', () => {
  test('for bytes in any pieces, and with the announced length', async () => {
    const piece = fc.uint8Array({ minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.boolean(), async (pieces, isJpeg) => {
        const chunks = [...(isJpeg ? [JPEG] : []), ...pieces].map((each) => Buffer.from(each));
        const bytes = Buffer.concat(chunks);
        const { stream, mediaType } = base64Json(Readable.from(chunks, { objectMode: false }));
        const json = await text(stream);
        const type = mediaTypeOf(bytes);
        expect(JSON.parse(json)).toEqual({ result: `data:${type};base64,${bytes.toString('base64')}` });
        expect(await mediaType).toBe(type);
        expect(json).toHaveLength(jsonSize(type, bytes.length));
      }),
    );
  });

  test('a source that fails fails the stream, and before its first bytes the media type too', async () => {
    const broken = new Error('broken');
    const atOnce = base64Json(new Readable({ read() {} }).destroy(broken));
    await expect(atOnce.mediaType).rejects.toBe(broken);
    const later = base64Json(
      Readable.from(
        (async function* () {
          yield Buffer.alloc(100);
          throw broken;
        })(),
      ),
    );
    expect(await later.mediaType).toBe('application/octet-stream');
    await expect(text(later.stream)).rejects.toBe(broken);
  });

  test('a reader that disconnects closes the source', async () => {
    const source = new Readable({ read() {} });
    const { stream, mediaType } = base64Json(source);
    mediaType.catch(() => {});
    stream.on('error', () => {}).destroy();
    await new Promise((resolve) => source.once('close', resolve));
    expect(source.destroyed).toBe(true);
    await expect(mediaType).rejects.toThrow();
  });
});

test.each([
  ['ffd8ffe000104a46', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  ['524946460000000057454250', 'image/webp'],
  ['524946460000000057415645', 'application/octet-stream'],
  ['474946383961', 'image/gif'],
  ['49492a00', 'image/tiff'],
  ['4d4d002a', 'image/tiff'],
  ['424d', 'image/bmp'],
  ['0000002066747970617669660000', 'image/avif'],
  ['000000206674797068656963', 'image/heic'],
  ['3c737667', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('the bytes %s are %s', (hex, mediaType) => {
  expect(mediaTypeOf(Buffer.from(hex, 'hex'))).toBe(mediaType);
});
