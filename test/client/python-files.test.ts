/**
 * The Python package: cut downloads, hostile archives, uploads that break, its types and how it is installed. Without Python 3.9
 * it is skipped by name.
 * @covers Contract 17 the Python package: files that come and go while connections break; archives that lie; wheel and types
 */
import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { honestArchive, LIES } from '../support/lying-archives.ts';
import { hasPython, NEEDS, type Python, pathIn, SOURCE, startPython, text } from './python.ts';

const run = promisify(execFile);

let server: Server;
let url: string;
let python: Python;
let folder: string;
let requests: { method: string; path: string; headers: IncomingMessage['headers'] }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

if (hasPython) {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-python-'));
    server = createServer((request, response) => {
      const { method = '', url: path = '', headers } = request;
      requests.push({ method, path, headers });
      void answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    python = startPython();
    await python.run(`
service = Sightline(${text(url)}, token="secret", retry=RetryPolicy(attempts=4, base=0.01))
export = lambda: service.datasets("bolts").versions.export(1, "yolo")`);
  });
  afterAll(async () => {
    await python?.close();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    requests = [];
  });
}

const withPython = (title: string, run: () => Promise<void>): void => {
  if (hasPython) test(title, run);
  else test.skip(`${title}: ${NEEDS}`, () => {});
};
const unpackInto = (name: string) => `export().unpack(${pathIn(folder, name)})`;
const json = (response: ServerResponse, body: object): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
/** Bytes up to `end`; if that is not all, the connection breaks. */
const sendPart = (response: ServerResponse, bytes: Buffer, end: number): void => {
  response.write(bytes.subarray(0, end), () => {
    if (end < bytes.length) response.socket?.resetAndDestroy();
    else response.end();
  });
};
const ZIP = { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="a.zip"' };

withPython('a download behind a link goes on where it was cut, without credentials', async () => {
  const bytes = await honestArchive();
  let cuts = 2;
  answer = ({ url: path, headers }, response) => {
    if (path?.startsWith('/dataset')) return json(response, { status: 'success', result: `${url}/stored` });
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const length = bytes.length - from;
    response.writeHead(headers.range ? 206 : 200, { ...ZIP, etag: '"1"', 'content-length': length });
    sendPart(response, bytes.subarray(from), cuts-- > 0 ? 100_000 : length);
  };
  await python.run(unpackInto('linked'));
  expect((await readdir(join(folder, 'linked'))).sort()).toEqual(['data.yaml', 'images', 'labels']);
  expect((await readFile(join(folder, 'linked/images/ä.jpg'))).length).toBe(300_044);
  expect(requests.map(({ path, headers }) => [path.slice(0, 7), headers.range])).toEqual([
    ['/datase', undefined],
    ['/stored', undefined],
    ['/stored', 'bytes=100000-'],
    ['/stored', 'bytes=200000-'],
  ]);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer secret',
    ...Array(3).fill(undefined),
  ]);
});

withPython('another file behind the link is not mixed with the first', async () => {
  const bytes = await honestArchive();
  answer = ({ url: path, headers }, response) => {
    if (path?.startsWith('/dataset')) return json(response, { status: 'success', result: `${url}/stored` });
    response.writeHead(headers.range ? 206 : 200, { ...ZIP, etag: `"${headers.range}"` });
    sendPart(response, bytes, 1000);
  };
  expect(await python.failure(unpackInto('other'))).toMatchObject({ kind: 'unexpected' });
  expect((await readdir(folder)).filter((name) => name.startsWith('other'))).toEqual([]);
});

withPython('a streamed download begins again, and a file appears when it is whole', async () => {
  const bytes = await honestArchive();
  let cuts = 2;
  answer = (_, response) => {
    response.writeHead(200, { ...ZIP, 'export-notes': '["A note."]' });
    sendPart(response, bytes, cuts-- > 0 ? 200_000 : bytes.length);
  };
  expect(await python.run(`one = export(); one.unpack(${pathIn(folder, 'streamed')}); one.notes`)).toEqual([
    'A note.',
  ]);
  expect(requests).toHaveLength(3);
  cuts = 9;
  expect(await python.failure(`export().save(${pathIn(folder, 'never.zip')})`)).toMatchObject({
    kind: 'unreachable',
  });
  expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual(['never.zip.part']);
});

withPython(
  'a file that a job makes is waited for, and not begun again where the job has failed',
  async () => {
    const bytes = await honestArchive();
    const success = { error: false, status: 'success' };
    let state = 'done';
    answer = ({ url: path }, response) => {
      const reason = state === 'failed' ? 'Archive too large' : '';
      const isOver = path?.includes('/job/') ?? false;
      const job = { number: 7, state: isOver ? state : 'running', reason, endedAt: isOver ? 1 : null };
      if (isOver) return json(response, { ...success, job });
      const isFirst = requests.filter((each) => each.path === path).length === 1;
      if (isFirst || state !== 'done')
        return void response
          .writeHead(202, { 'content-type': 'application/json' })
          .end(JSON.stringify({ ...success, job }));
      response.writeHead(200, ZIP).end(bytes);
    };
    await python.run(unpackInto('made'));
    const paths = requests.map(({ path }) => path.replace(/\?.*/, ''));
    const path = '/dataset/bolts/version/1/export';
    expect(paths).toEqual([path, '/dataset/bolts/job/7', path]);
    for (const [over, message] of [
      ['failed', 'Archive too large'],
      ['cancelled', 'The job was cancelled'],
    ] as const) {
      state = over;
      expect(await python.failure('export()')).toMatchObject({ kind: 'refused', message });
    }
  },
);

for (const [lie, [bytes, why]] of Object.entries(LIES))
  withPython(`an archive with ${lie} leaves nothing`, async () => {
    answer = (_, response) => void response.writeHead(200, ZIP).end(bytes);
    expect(await python.failure(unpackInto('lies'))).toMatchObject({ message: expect.stringContaining(why) });
    expect((await readdir(folder)).filter((name) => name.startsWith('lies'))).toEqual([]);
    expect(requests).toHaveLength(1);
  });

withPython('an upload goes on from what has arrived, and ends if nothing more does', async () => {
  const [size, piece] = [700_000, 256 * 1024];
  let arrived = 0;
  let isStuck = false;
  answer = async (request, response) => {
    const sent = await buffer(request);
    if (request.url?.startsWith('/dataset'))
      return json(response, { error: false, status: 'success', id: 'i', upload: `${url}/upload` });
    const before = arrived;
    if (sent.length > 0 && !isStuck) arrived = Math.min(size, arrived + piece);
    // Every second piece arrives, but its answer is lost.
    if (sent.length > 0 && before === piece) return void request.socket.resetAndDestroy();
    const headers = arrived > 0 ? { range: `bytes=0-${arrived - 1}` } : {};
    response.writeHead(arrived === size ? 200 : 308, headers).end();
  };
  const upload = `service.datasets("bolts").imports.upload(bytes(${size}), name="a.zip")`;
  expect(await python.run(upload)).toBe('i');
  const ranges = requests.map(({ headers }) => headers['content-range']).filter(Boolean);
  expect(ranges).toEqual([
    `bytes */${size}`,
    `bytes 0-${size - 1}/${size}`,
    `bytes ${piece}-${size - 1}/${size}`,
    `bytes */${size}`,
    `bytes ${2 * piece}-${size - 1}/${size}`,
  ]);
  [arrived, isStuck] = [0, true];
  expect(await python.failure(upload)).toMatchObject({ status: 308, kind: 'unexpected' });
  expect(requests.find(({ path }) => path === '/upload')?.headers.authorization).toBeUndefined();
});

withPython('Python 3.9 can read it, and every type that it names is there', async () => {
  const files = (await readdir(join(SOURCE, 'sightline'))).filter((name) => name.endsWith('.py'));
  await python.run(`
import ast, typing
for name in ${JSON.stringify(files)}:
    ast.parse(open(${text(SOURCE)} + "/sightline/" + name).read(), feature_version=(3, 9))`);
  const named = await python.run(`
from sightline import calls, records
known = {**vars(__builtins__ if not isinstance(__builtins__, dict) else __import__("builtins")), **vars(calls)}
found = [typing.get_type_hints(each) for each in vars(records).values() if hasattr(each, "__total__")]
for each in [each for each in vars(calls).values() if isinstance(each, type) and each.__name__.endswith("Calls")]:
    found += [typing.get_type_hints(method, known) for method in vars(each).values() if callable(method)]
len(found)`);
  expect(named).toBeGreaterThan(250);
});

withPython(
  'originals of a filter come into a folder, go on where they were cut, and do not come twice',
  async () => {
    const bytes = Buffer.from('picture '.repeat(40_000));
    let cuts = 1;
    const links = { a: { url: `${url}/stored/a.jpg?signed=1` }, b: { url: `${url}/stored/b.png?signed=1` } };
    answer = ({ url: path = '', headers }, response) => {
      if (path.endsWith('/links'))
        return json(response, { error: false, status: 'success', links, expires: 0 });
      if (path.startsWith('/dataset/bolts/images'))
        return json(response, {
          error: false,
          status: 'success',
          images: [{ id: 'a' }, { id: 'deleted' }, { id: 'b' }],
          next: null,
        });
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      const length = bytes.length - from;
      response.writeHead(headers.range ? 206 : 200, { etag: '"1"', 'content-length': length });
      sendPart(response, bytes.subarray(from), cuts-- > 0 ? 100_000 : length);
    };
    const place = join(folder, 'originals');
    const download = `service.datasets("bolts").images.download(pathlib.Path(${text(place)}), set="TEST")`;
    await python.run('import pathlib');
    expect(await python.run(download)).toEqual([join(place, 'a.jpg'), join(place, 'b.png')]);
    expect((await readdir(place)).sort()).toEqual(['a.jpg', 'b.png']);
    for (const name of ['a.jpg', 'b.png']) expect(bytes.equals(await readFile(join(place, name)))).toBe(true);
    expect(requests[0]?.path).toContain('set=TEST');
    const stored = () => requests.filter(({ path }) => path.startsWith('/stored'));
    expect(stored()).toHaveLength(3);
    expect(stored().filter(({ headers }) => headers.authorization)).toEqual([]);
    await python.run(download);
    expect(stored()).toHaveLength(3);
  },
);

/** What builds wheels: setuptools 77 is the first that reads a licence as PEP 639 writes it. */
const BUILDS = `import importlib.util, setuptools
assert int(setuptools.__version__.split('.')[0]) >= 77 and importlib.util.find_spec('pip')`;
const builder = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', BUILDS]).status === 0);
const title = 'its sdist makes a wheel, which installs without a network, types and all';
if (builder !== undefined && hasPython) test(title, () => installWheel(builder));
else test.skip(`${title}: setuptools 77 is not installed`, () => {});

async function installWheel(builder: string): Promise<void> {
  const source = join(folder, 'source');
  await cp(SOURCE, source, { recursive: true });
  const build = (kind: string, cwd: string) =>
    run(builder, ['-c', `from setuptools.build_meta import *; build_${kind}(${text(folder)})`], { cwd });
  await build('sdist', source);
  await run('tar', ['-xzf', 'sightline-0.2.0.tar.gz'], { cwd: folder });
  await build('wheel', join(folder, 'sightline-0.2.0'));
  const venv = join(folder, 'venv');
  await run(builder, ['-m', 'venv', '--without-pip', venv]);
  const inside = join(venv, 'bin/python3');
  const pip = ['-m', 'pip', '--python', inside, 'install', '--no-index', '--no-deps', '--quiet'];
  await run(builder, [...pip, join(folder, 'sightline-0.2.0-py3-none-any.whl')]);
  const ask =
    'import os, sightline; f = os.path.dirname(sightline.__file__); print(f, *sorted(os.listdir(f)))';
  const [place = '', ...names] = (await run(inside, ['-Ic', ask], { cwd: folder })).stdout.trim().split(' ');
  expect(place.startsWith(venv)).toBe(true);
  const isSource = (name: string) => name !== '__pycache__';
  expect(names.filter(isSource)).toEqual((await readdir(join(SOURCE, 'sightline'))).filter(isSource).sort());
}
