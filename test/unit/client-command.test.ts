/**
 * The command line of `@sightline/client`, without a service: what it says of itself, what it refuses, and how it unpacks.
 * @covers Contract 17 the command line: its help, what is typed wrongly, archives that lie
 */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { runCommand } from '../../client/src/command/run-command.ts';
import { curveOfRun } from '../../client/src/command/run-curve.ts';
import { unpack } from '../../client/src/command/unpack.ts';
import { honestArchive, LIES } from '../support/lying-archives.ts';

let said: string;
let complained: string;
let folder: string;
beforeEach(async () => {
  [said, complained] = ['', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += text;
    return true;
  });
  folder = await mkdtemp(join(tmpdir(), 'sightline-command-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const typed = (line: string, env = {}) => runCommand(line.split(' ').filter(Boolean), env);

test('its help has every command and exit code, and each command its options', async () => {
  expect(await typed('--help')).toBe(0);
  const commands = [...said.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?: [A-Z]+)? {2}/gm)].map(([, name]) => name!);
  expect(commands).toEqual([
    ...['datasets', 'dataset create', 'upload', 'version make', 'version list', 'export', 'import'],
    ...['job list', 'job show', 'job cancel', 'wait', 'camera'],
    ...['run send', 'run list', 'run detect', 'run evaluate', 'run curve', 'run point'],
    ...['login', 'logout'],
  ]);
  expect(said).toMatch(/Exit codes: 0 .* 1 .* 2 .* 3 .*\n4 /);
  for (const command of commands) {
    said = '';
    expect(await typed(`${command} --help`)).toBe(0);
    expect(said).toMatch(/--token TOKEN .*\n.*--json/);
  }
});

test.each([
  ['paint', 'There is no command "paint"'],
  ['export --dataset a --format yolo --to b', 'VERSION is missing'],
  ['export 1 2 --dataset a --format yolo --to b', '"2" is one word too many'],
  ['export 1 --dataset a --format yolo', '--to is missing'],
  ['export 1 --dataset a --format tar --to b', '--format is one of yolo'],
  ['export one --dataset a --format yolo --to b', 'A version has a number'],
  ['version make --dataset a --test ten', '--test is a number'],
  ['version make --dataset= --test 10', 'dataset is empty'],
  ['version make --data a', "Unknown option '--data'"],
  ['dataset create A --type BOXES', '--type is one of MULTICLASS'],
  ['run evaluate 1 --dataset a --fail-below 0.5 --fail-below-run 2', 'not both'],
  ['run point 1 --dataset a --escapes 0.1 --false-rejects 0.1', 'not both'],
])('%s: exit code 2, and what is wrong', async (line, why) => {
  expect(await typed(line)).toBe(2);
  expect([said, complained]).toEqual(['', expect.stringContaining(why)]);
});

test('the curves of two runs are one table, whose first column is the run', async () => {
  const rate = { count: 0, share: 0, interval: [0, 0.5] };
  const curve = [{ threshold: 0.25, escapes: rate, falseRejects: rate }];
  const runs = {
    evaluate: async () => ({ report: { inspection: { curve } } }),
    compare: async () => ({ inspections: { a: { curve }, b: { curve: [...curve, ...curve] } } }),
  };
  const call = { service: { datasets: () => ({ runs }) }, words: ['2'], progress: () => {}, env: {} };
  const written = async (given: object) =>
    (await curveOfRun.run({ ...call, given: { dataset: 'a', ...given } } as never)).text.split('\n');
  const [head, line] = await written({});
  expect([head, line]).toEqual([
    expect.stringMatching(/^threshold,escapes_count/),
    '0.25,0,0,0,0.5,0,0,0,0.5',
  ]);
  expect(await written({ against: '1' })).toEqual([`run,${head}`, `2,${line}`, `1,${line}`, `1,${line}`]);
  runs.evaluate = async () => ({ report: { inspection: null } }) as never;
  await expect(written({})).rejects.toThrow(/No class of the version is bad/);
});

test('it says its version', async () => {
  expect(await typed('--version')).toBe(0);
  expect(said).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('login keeps a key that only its owner reads, for its own service; logout forgets it', async () => {
  const headers: (string | null)[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    headers.push(new Headers(init?.headers).get('authorization'));
    return new Response('{"error":false,"status":"success","datasets":[],"next":null}');
  });
  const [env, url] = [{ XDG_CONFIG_HOME: folder }, 'http://127.0.0.1:1'];
  const type = (input: string) =>
    jest.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as never);
  type('sld_secret\n');
  expect(await typed(`login --url ${url}`, env)).toBe(0);
  const file = join(folder, 'sightline/login.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect([await typed('datasets', env), await typed('datasets --url http://127.0.0.1:2', env)]).toEqual([
    0, 0,
  ]);
  expect(headers).toEqual(['Bearer sld_secret', null]);
  type('two words');
  expect(await typed('login', env)).toBe(1);
  expect(await typed('logout', env)).toBe(0);
  expect(await readdir(join(folder, 'sightline'))).toEqual([]);
});

test('a console that cannot be reached: exit code 4', async () => {
  const env = { SIGHTLINE_SITE: 'http://127.0.0.1:1', SIGHTLINE_EMAIL: 'a@b', SIGHTLINE_PASSWORD: 'c' };
  expect(await typed('datasets', env)).toBe(4);
  expect(complained).toBe('http://127.0.0.1:1 cannot be reached\n');
  expect(await typed('datasets', { SIGHTLINE_SITE: 'http://127.0.0.1:1' })).toBe(2);
});

const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
  );

test.each([7, 4096, 1_000_000])(
  'an export is unpacked while it comes, in pieces of %s bytes',
  async (size) => {
    await unpack(inPieces(await honestArchive(), size), folder);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      ...['data.yaml', 'images', 'images/ä.jpg', 'labels'],
    ]);
    expect((await readFile(join(folder, 'images/ä.jpg'))).length).toBe(300_044);
    expect(await readFile(join(folder, 'data.yaml'), 'utf8')).toBe('names: []\n');
  },
);

test.each(Object.entries(LIES))('an archive with %s is refused', async (_, [bytes, why]) => {
  await expect(unpack(inPieces(bytes, 11), folder)).rejects.toThrow(why);
});

/** A download that sends these bytes, then breaks, ends or goes on for ever. */
function download(bytes: Buffer, then: 'break' | 'end' | 'wait', onCancel = () => {}): Response {
  const body = new ReadableStream({
    start: (control) => control.enqueue(new Uint8Array(bytes)),
    pull: (control) => {
      if (then === 'break') control.error(new Error('cut'));
      if (then === 'end') control.close();
    },
    cancel: onCancel,
  });
  const headers = { 'content-type': 'application/zip', 'content-disposition': 'filename="a.zip"' };
  return new Response(body, { headers });
}
const exportTo = (to: string) => typed(`export 1 --dataset a --format yolo --to ${join(folder, to)}`);

test('an export that is cut begins again, and its folder appears when it is whole', async () => {
  const bytes = await honestArchive();
  const answers = [download(bytes.subarray(0, 100_000), 'break'), download(bytes, 'end')];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => answers.shift() as Response);
  expect(await exportTo('whole')).toBe(0);
  expect([await readdir(folder), said]).toEqual([['whole'], `${join(folder, 'whole')}\n`]);
});

test('an archive that lies leaves nothing, and what still comes is not waited for', async () => {
  const onCancel = jest.fn();
  const [bytes] = LIES['a path upwards']!;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => download(bytes, 'wait', onCancel));
  expect(await exportTo('lies')).toBe(1);
  expect([await readdir(folder), complained]).toEqual([[], expect.stringContaining('no path')]);
  expect(onCancel).toHaveBeenCalled();
});
