/**
 * The doctor for a machine: it finds programs where the launcher looks, and suggests a remedy for each missing one.
 * @covers Workflow, roles, hooks, smoke, doctor
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Finding } from '../../deploy/doctor/finding.ts';
import { checkMachine, HERE } from '../../deploy/doctor/machine.ts';
import { freePort, portsFrom } from '../../emulators/stack/ports.ts';

const ROOT = resolve(import.meta.dirname, '../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-doctor-'));
});

afterAll(() => rm(folder, { recursive: true }));

const missingOf = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'missing').map(({ what }) => what);

test('this machine, which runs the tests, is complete; ports in use are a note', async () => {
  const first = await freePort();
  const holder = createServer().listen(first, '127.0.0.1');
  const findings = await checkMachine({ ...HERE, ports: { ...portsFrom(first), functions: first } });
  await new Promise((done) => holder.close(done));
  expect(missingOf(findings)).toEqual([]);
  expect(findings.map(({ what }) => what)).toEqual([
    'Node',
    'Java',
    'git',
    'Firestore emulator',
    'npm ci in the root',
    'npm ci in functions/',
    'Built functions',
    'Ports',
  ]);
  const ports = findings.at(-1);
  expect(ports).toMatchObject({ state: 'note', detail: expect.stringContaining(`${first} (Functions)`) });
});

test('on an empty machine with an old Node everything is missing, with a remedy for each', async () => {
  for (const name of ['package.json', 'functions/package.json'])
    await cp(join(ROOT, name), join(folder, 'repository', name), { recursive: true });
  await mkdir(join(folder, 'bin'));
  await symlink(process.execPath, join(folder, 'bin/node'));
  const env = {
    PATH: join(folder, 'bin'),
    HOME: folder,
    npm_config_user_agent: 'npm/9.2.0 node/v18.13.0 linux x64',
  };
  const findings = await checkMachine({
    ...HERE,
    env: { ...env, FIRESTORE_EMULATOR_JAR: join(folder, 'none.jar') },
    root: join(folder, 'repository'),
  });
  expect(missingOf(findings)).toEqual([
    'Node',
    'Java',
    'git',
    'Firestore emulator',
    'npm ci in the root',
    'npm ci in functions/',
  ]);
  for (const finding of findings.filter(({ state }) => state !== 'ok')) expect(finding.remedy).toMatch(/\w/);
});

test('for an emulator that is too new for the installed Java, the needed version is named', async () => {
  const bin = join(folder, 'old-java');
  await mkdir(bin);
  const error =
    'java.lang.UnsupportedClassVersionError: CloudFirestore has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version only recognizes class file versions up to 61.0';
  const script = `#!/bin/sh\n[ "$1" = -version ] && { echo 'openjdk version "17.0.15" 2025-04-15' >&2; exit 0; }\necho '${error}' >&2; exit 1\n`;
  await writeFile(join(bin, 'java'), script, { mode: 0o755 });
  const jar = join(folder, 'new.jar');
  await writeFile(jar, '');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, FIRESTORE_EMULATOR_JAR: jar };
  const findings = await checkMachine({ ...HERE, env });
  expect(findings.find(({ what }) => what === 'Java')?.detail).toBe('17.0.15; npm run emulators needs 21');
  expect(findings.find(({ what }) => what === 'Firestore emulator')).toMatchObject({
    state: 'missing',
    detail: `${jar} needs Java 21`,
  });
});

test('one package that is not installed is enough', async () => {
  const root = join(folder, 'half');
  await mkdir(join(root, 'functions/node_modules/there'), { recursive: true });
  await mkdir(join(root, 'node_modules/there'), { recursive: true });
  for (const at of [root, join(root, 'functions')]) {
    const dependencies = at === root ? { there: '1', absent: '1' } : { there: '1' };
    await writeFile(join(at, 'package.json'), JSON.stringify({ dependencies, main: 'lib/index.js' }));
    await writeFile(join(at, 'node_modules/there/package.json'), '{}');
  }
  const findings = await checkMachine({ ...HERE, root });
  expect(missingOf(findings)).toEqual(['npm ci in the root']);
});

test('npm run doctor: JSON, one finding each; exit status', async () => {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const start = join(ROOT, 'deploy/doctor/start.mjs');
  const run = (more: Record<string, string>) =>
    promisify(execFile)(process.execPath, [start, '--json'], { env: { ...env, ...more } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => error,
    );
  const well = await run({});
  expect(well.code).toBe(0);
  expect(JSON.parse(well.stdout)).toHaveLength(8);
  const unwell = await run({ FIRESTORE_EMULATOR_JAR: '/none.jar' });
  expect(unwell.code).toBe(1);
  expect(missingOf(JSON.parse(unwell.stdout))).toEqual(['Firestore emulator']);
});
