/**
 * Known attacks through the front of the stack, each with what it must not achieve; the fuzz suite in test/faults looks for
 * unknown ones.
 * @covers Fuzz of all routes, hostile images, named attacks, faults of dependencies
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest, git, openStage, type Stage } from '../faults/stage.ts';
import { call } from '../support/factory.ts';
import { refusedRead } from '../support/refused-read.ts';
import { send } from './image-stage.ts';

const inflate = promisify(gunzip);
const SECRET = 'root:secret:0:0';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
  await writeFile(join(stage.project, '../../outside.txt'), SECRET);
});
afterAll(() => stage?.close());

describe('ids for which the database would answer late or never', () => {
  const update = (imageID: string, dataset = 'bolts', tag = 'good') => ({
    dataset,
    imageID,
    tags: [{ tag, x: 0, y: 0, w: 1, h: 1 }],
  });

  test.each([
    ['reserved', '__x__'],
    ['two dots', '..'],
    ['a dot', '.'],
    ['1,501 bytes', 'x'.repeat(1501)],
    ['a path', 'a/b'],
    ['NUL', '\u0000'],
    ['half a character', '\ud800'],
  ])('%s', async (_, id) => {
    const isBelowRetries = refusedRead(stage.stack.firestore);
    // A lone surrogate cannot be percent-encoded: it is sent as the bytes that some programs produce.
    const segment =
      id === '\ud800'
        ? '%ED%A0%80'
        : id === '..' || id === '.'
          ? id.replaceAll('.', '%2e')
          : encodeURIComponent(id);
    const { images } = stage.known;
    const answers = await Promise.all([
      send(stage, `/dataset/${segment}/csv`),
      send(stage, `/dataset/bolts/annotationsCrops/${segment}`),
      send(stage, `/dataset/${segment}/refreshCounters`, { method: 'POST' }),
      send(stage, `/monitor/${segment}/start`),
      send(stage, `/monitor/${segment}/stop`),
      call(stage.stack, '/dataset/bolts/downloadZip', { body: { images: [id] } }),
      call(stage.stack, '/monitor/updateTags', { body: update(id) }),
      call(stage.stack, '/monitor/updateTags', { body: update(images[0] as string, id) }),
      call(stage.stack, '/monitor/updateTags', { body: update(images[0] as string, 'bolts', id) }),
    ]);
    for (const { status } of answers) expect([400, 404]).toContain(status);
    expect(isBelowRetries()).toBe(true);
  });
});

describe('keys that name parts of the prototype', () => {
  test.each([
    ['/service-git/add', '{"__proto__":{"stageAll":true}}', 400],
    ['/service-git/reset', '{"constructor":{"prototype":{"commitRef":"HEAD"}}}', 400],
    ['/dataset/bolts/downloadZip', '{"__proto__":{"images":["x"]}}', 400],
    ['/monitor/updateTags', '{"__proto__":{"dataset":"bolts"},"tags":[]}', 400],
    ['/monitor/line-1/image', '{"__proto__":{"image":"AAAA"}}', 400],
  ])('%s %s', async (path, body, status) => {
    const before = await digest(stage);
    const answer = await call(stage.stack, path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(status);
    expect(await digest(stage)).toBe(before);
  });

  test('in the tag map of a training file', async () => {
    for (const tagmap of ['{"__proto__":"x"}', '{"constructor":"x"}', 'toString:x']) {
      const { status, body } = await send(stage, `/dataset/bolts/csv?tagmap=${encodeURIComponent(tagmap)}`);
      expect([tagmap, status, body.error]).toEqual([tagmap, 400, true]);
    }
  });
});

describe('bodies', () => {
  test.each([
    '/monitor/line-1/image',
    '/monitor/updateTags',
    '/dataset/bolts/downloadZip',
    '/service-git/add',
  ])('a gzip bomb of 400 MB is refused on %s before it could have been inflated', async (path) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answered = call(stage.stack, path, { body: BOMB, headers });
    const first = await Promise.race([answered, inflate(BOMB).then(() => 'inflated')]);
    expect(first).toMatchObject({ status: 413 });
  });
});

/** Concatenated gzip members are one file: 10 times 40 MB of blanks. */
const BOMB = Buffer.concat(Array(10).fill(gzipSync(Buffer.alloc(40 * 1024 * 1024, ' '))));

describe('git: dangerous references and addresses', () => {
  const run = (name: string, body: object) => call(stage.stack, `/service-git/${name}`, { body });

  test.each([
    ['show', 'commitRef'],
    ['log', 'ref'],
    ['log', 'before'],
    ['validate-checkout', 'targetRef'],
    ['checkout', 'commitRef'],
    ['reset', 'commitRef'],
    ['create-branch', 'commitRef'],
  ])('%s: a reference that is a path reveals nothing about the file', async (name, field) => {
    for (const path of [
      '../../../outside.txt',
      '../../../../outside.txt',
      'refs/../../../../outside.txt',
      '/etc/passwd',
    ]) {
      const { status, body } = await run(name, { [field]: path, branch: 'b', resetMode: 'soft' });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).not.toMatch(/root:|secret/);
    }
  });

  test.each([
    'http://169.254.169.254/computeMetadata/v1',
    'http://[::ffff:169.254.169.254]/x',
    'https://10.0.0.1/x.git',
    'file:///etc',
    'ext::sh -c touch% x',
    '--upload-pack=touch x',
  ])('a remote at %s is not contacted', async (address) => {
    const sound = await git(stage.project, 'config', 'remote.origin.url');
    await git(stage.project, 'config', 'remote.origin.url', address);
    try {
      for (const name of ['fetch', 'push', 'pull']) {
        const { status, body } = await run(name, {});
        expect([name, status, body.success]).toEqual([name, expect.any(Number), false]);
        expect(['git_remote_refused', 'git_invalid_argument']).toContain(body.code);
        expect(status).toBeLessThan(500);
      }
    } finally {
      await git(stage.project, 'config', 'remote.origin.url', sound);
    }
  });
});
