/**
 * Contract 15: every embedder does the same of pictures, the built-in one and a deployer's own service; and what becomes of that service's failures.
 * @covers Contract 15: embedders: builtin and http, one interface
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { embedderAt } from '../../functions/src/common/adapters/embedder.ts';
import type { Describer } from '../../functions/src/common/records/vector-ports.ts';
import { builtin } from '../../functions/src/dataset/suggest/builtin.ts';
import { describeImage } from '../../functions/src/dataset/suggest/describe-image.ts';
import { type EmbedderService, startEmbedder } from '../support/embedder.ts';
import { shade } from '../support/memory-suggest.ts';

const { signal } = new AbortController();
let service: EmbedderService;
beforeAll(async () => {
  service = await startEmbedder();
});
afterAll(() => service.close());
beforeEach(() => {
  process.env.HOOK_ALLOWED_HOSTS = '127.0.0.1';
});
afterEach(() => {
  delete process.env.HOOK_ALLOWED_HOSTS;
  Object.assign(service, { model: 'grey-1', faults: [] });
});

describe.each<[string, () => Promise<Describer>]>([
  ['builtin', async () => builtin],
  ['http', () => embedderAt(service.url, signal)],
])('%s', (_, open) => {
  const lookAt = async (bytes: Buffer) => describeImage(bytes, await open(), signal);

  test('equal bytes have equal vectors, as long as it says; others have others', async () => {
    const { width } = await open();
    const [first, again, other] = [await shade(20), await shade(20), await shade(90)];
    const look = await lookAt(first);
    expect(look?.vector).toBeInstanceOf(Int8Array);
    expect(look?.vector).toHaveLength(width);
    expect(await lookAt(again)).toEqual(look);
    expect((await lookAt(other))?.vector).not.toEqual(look?.vector);
  });

  test('has a name that stays and can be part of a record', async () => {
    const { name } = await open();
    expect(name).toMatch(/^[\x21-\x7e]{1,200}$/);
    expect((await open()).name).toBe(name);
  });

  test('bytes that are no picture have no vector', async () => {
    expect(await lookAt(Buffer.from('no picture'))).toBeNull();
    expect(await lookAt((await shade(20)).subarray(0, 70))).toBeNull();
  });

  test('the signature is that of the pixels, whoever makes the vector', async () => {
    const bytes = await shade(20);
    expect((await lookAt(bytes))?.signature).toEqual(
      (await describeImage(bytes, builtin, signal))?.signature,
    );
  });
});

describe('a service', () => {
  const fault =
    (status: number, body = '{}') =>
    () => ({ status, body });
  const always = (status: number, body?: string) => Array(12).fill(fault(status, body));
  const opened = () => embedderAt(service.url, signal);
  const refused = (reason: RegExp) =>
    expect.objectContaining({
      code: 'suggest refused',
      particulars: { reason: expect.stringMatching(reason) },
    });
  const vectorOf = async (describer: Describer, bytes: Buffer, until = signal) =>
    'bytes' in describer.describe ? describer.describe.bytes(bytes, until) : null;

  test('says with the name of its model which vectors belong together', async () => {
    expect(await opened()).toMatchObject({ name: 'http:grey-1/64', width: 64 });
    service.model = 'org/grey:2';
    expect(await opened()).toMatchObject({ name: 'http:org/grey:2/64' });
  });

  test('is asked again after a failure that may be temporary, and given up after some', async () => {
    const describer = await opened();
    service.faults = [fault(503), fault(500)];
    expect(await vectorOf(describer, await shade(9))).toHaveLength(64);
    service.faults = always(503);
    await expect(vectorOf(describer, await shade(9))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('that fails with one picture only does not hold up others', async () => {
    const describer = await opened();
    service.faults = always(500).slice(0, 4);
    expect(await vectorOf(describer, await shade(9))).toBeNull();
    service.faults = [fault(415)];
    expect(await vectorOf(describer, await shade(9))).toBeNull();
    expect(await vectorOf(describer, await shade(9))).toHaveLength(64);
  });

  test.each([
    ['is none', () => embedderAt(null, signal), /EMBEDDER_URL/],
    ['refuses', opened, /refuses/, always(401)],
    ['has another path', opened, /no answer/, always(404)],
    ['answers no JSON', opened, /no answer/, always(200, 'hello')],
    ['answers other JSON', opened, /no answer/, always(200, '{"vector":[1]}')],
    ['answers no numbers', opened, /no answer/, always(200, '{"model":"a","vector":["1"]}')],
    ['answers nothing', opened, /no answer/, always(200, '{"model":"a","vector":[]}')],
    ['answers too much', opened, /no answer/, always(200, JSON.stringify(Array(400_000).fill(1)))],
    ['has a name with spaces', opened, /no answer/, always(200, '{"model":"a b","vector":[1]}')],
    ['cannot read anything', opened, /PNG/, always(400)],
  ])('that %s is named as the reason', async (_, open, reason, faults = []) => {
    service.faults = faults;
    await expect(open()).rejects.toEqual(refused(reason));
  });

  test('with another model than at the beginning makes no vectors: they would not fit', async () => {
    const describer = await opened();
    service.model = 'grey-2';
    await expect(vectorOf(describer, await shade(9))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('in a private network is not connected to', async () => {
    delete process.env.HOOK_ALLOWED_HOSTS;
    service.asked = 0;
    await expect(opened()).rejects.toEqual(refused(/refuses/));
    await expect(embedderAt('https://127.0.0.1:1/', signal)).rejects.toEqual(refused(/refuses/));
    expect(service.asked).toBe(0);
  });

  test('is not waited for by a caller who is gone', async () => {
    const describer = await opened();
    const gone = new AbortController();
    service.faults = [
      () => {
        setImmediate(() => gone.abort());
        return 'silence';
      },
    ];
    await expect(vectorOf(describer, await shade(9), gone.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
