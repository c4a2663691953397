/**
 * An export whose connection is cut ten times: the command line, the client and the Python package go on where it was, with the
 * real service and Storage behind a front that cuts.
 * @covers Contract 17 an export goes on after ten cuts, without beginning anew
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { furnish, picture } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { hasPython, NEEDS, text as quoted, startPython } from './python.ts';

const PROGRAM = resolve(import.meta.dirname, '../../client/src/command/main.ts');
const EXPORT = /\/version\/\d+\/export/;

let stack: TestStack;
let folder: string;
let front: Server;
let url: string;
/** Of the stored archive. */
let whole: Buffer;
let links: number;
let sent: number;
let cuts: number;
/** What Storage says of the file, instead of the truth. */
let tag: string | null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-cut-'));
  // Each archive is behind a link.
  stack = await startTestStack({ functions: ['dataset', 'monitor'], env: { ZIP_STREAM_LIMIT: '1000' } });
  await furnish(stack);
  const service = new Sightline({ baseUrl: stack.baseUrl });
  for (let number = 1; number <= 40; number += 1)
    await service
      .monitors('line-1')
      .upload(await picture(number), { name: `${number}.jpg`, date: number, dataset: 'bolts', tag: 'good' });
  await service.datasets('bolts').versions.make({ group: 'image' });
  whole = Buffer.from(await new Response((await exported(service)).stream).arrayBuffer());
  front = createServer((request, response) => void pass(request, response));
  await once(front.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
});
afterAll(async () => {
  front?.close();
  await stack?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  [links, sent, cuts, tag] = [0, 0, 10, null];
});

const exported = (service: Sightline) => service.datasets('bolts').versions.export(1, 'imagefolder');

/** The service, whose links lead here, and the stored file, which is cut after a twelfth of it. */
async function pass({ url: path = '', method = 'GET', headers }: IncomingMessage, response: ServerResponse) {
  const stored = /^\/stored\?(.*)$/.exec(path)?.[1];
  const { range } = headers;
  const answer = await fetch(stored ? decodeURIComponent(stored) : `${stack.baseUrl}${path}`, {
    method,
    ...(range && { headers: { range } }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') as string;
  if (!stored) {
    const notes = answer.headers.get('export-notes');
    const body = JSON.parse(bytes.toString());
    if (EXPORT.test(path)) links += 1;
    response.writeHead(answer.status, { 'content-type': type, ...(notes && { 'export-notes': notes }) });
    return response.end(
      JSON.stringify({ ...body, result: `${url}/stored?${encodeURIComponent(body.result)}` }),
    );
  }
  const end = cuts-- > 0 ? Math.ceil(whole.length / 12) : bytes.length;
  sent += Math.min(end, bytes.length);
  response.writeHead(answer.status, {
    ...{ 'content-type': type, 'content-length': bytes.length },
    'content-disposition': answer.headers.get('content-disposition') as string,
    etag: tag === null ? (answer.headers.get('etag') as string) : `"${tag}${range}"`,
  });
  response.write(bytes.subarray(0, end), () => {
    if (end < bytes.length) response.socket?.destroySoon();
    else response.end();
  });
}

/** What a folder has, by name. */
async function contentsOf(name: string): Promise<Record<string, string>> {
  const place = join(folder, name);
  const files = await readdir(place, { recursive: true, withFileTypes: true });
  const read = async (path: string) => [path.slice(place.length), (await readFile(path)).toString('base64')];
  const paths = files.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return Object.fromEntries(await Promise.all(paths.map(read)));
}

async function sightline(to: string): Promise<{ code: number; complained: string }> {
  const line = `export 1 --dataset bolts --format imagefolder --to ${to}`;
  const env = { ...process.env, SIGHTLINE_URL: url };
  const child = spawn(process.execPath, [PROGRAM, ...line.split(' ')], { cwd: folder, env });
  const [complained, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: code as number, complained };
}

/** Each byte came once, and what was lost on the way again. */
function expectOnce(): void {
  expect([cuts, links]).toEqual([-1, 1]);
  expect(sent).toBeGreaterThanOrEqual(whole.length);
  expect(sent).toBeLessThan(whole.length * 1.2);
}

test('the command line unpacks what it would have without the cuts, and asks the service once', async () => {
  cuts = 0;
  expect(await sightline('uncut')).toEqual({ code: 0, complained: '' });
  expect(Object.keys(await contentsOf('uncut'))).toHaveLength(40 + 4);
  [cuts, links, sent] = [10, 0, 0];
  expect(await sightline('cut')).toEqual({ code: 0, complained: '' });
  expectOnce();
  expect(await contentsOf('cut')).toEqual(await contentsOf('uncut'));
});

test('a stream of the client has each byte once, and another file behind the link is not mixed with the first', async () => {
  const retry = { base: 10 };
  const { stream, size } = await exported(new Sightline({ baseUrl: url, retry }));
  expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(whole)).toBe(true);
  expect(size).toBe(whole.length);
  expectOnce();
  [cuts, tag] = [10, 'changed'];
  const other = await exported(new Sightline({ baseUrl: url, retry }));
  await expect(new Response(other.stream).arrayBuffer()).rejects.toMatchObject({ kind: 'unexpected' });
});

test('a stream that is cancelled or aborted while it waits to go on ends', async () => {
  const service = new Sightline({ baseUrl: url, retry: { base: 60_000, limit: 60_000 } });
  const control = new AbortController();
  const aborted = await service
    .datasets('bolts')
    .versions.export(1, 'imagefolder', {}, { signal: control.signal });
  const reading = new Response(aborted.stream).arrayBuffer();
  setTimeout(() => control.abort(), 300);
  await expect(reading).rejects.toMatchObject({ kind: 'aborted' });
  const { stream } = await exported(service);
  const reader = stream.getReader();
  while (sent < whole.length / 6) await reader.read();
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});

if (hasPython)
  test('Python unpacks the same', async () => {
    const python = startPython();
    const open = `Sightline(${quoted(url)}).datasets("bolts").versions.export(1, "imagefolder")`;
    await python.run(`${open}.unpack(${quoted(join(folder, 'python'))})`);
    await python.close();
    expectOnce();
    expect(await contentsOf('python')).toEqual(await contentsOf('uncut'));
  });
else test.skip(`Python unpacks the same: ${NEEDS}`, () => {});
