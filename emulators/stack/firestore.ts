/** The real Firestore emulator, a Java program, as a child process. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from './child.ts';
import { findFirestoreJar } from './firestore-jar.ts';
import { freePort, HOST, waitUntil } from './ports.ts';
import { STARTUP_TIMEOUT } from './startup-timeout.ts';

export { findFirestoreJar } from './firestore-jar.ts';

export const FIRESTORE_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
/**
 * Measured on 2 cores with 16 commits in flight: with only the first compiler stage 2,800 commits/s after 1,500 commits,
 * against 1,800 with both stages and 1,400 with Java's defaults; a start of 0.6 s and 270 MB against 376 MB. Of 32,000 commits
 * the last ones take 1.06 ms of processor time each with the first stage, 0.62 with both; all together 30 and 31 s.
 */
const JVM_FLAGS = ['-XX:+UseSerialGC', '-XX:-UsePerfData', '-Duser.language=en'];
const FIRST_STAGE = '-XX:TieredStopAtLevel=1';

export interface FirestoreOptions {
  /** 0 uses a free one. */
  port: number;
  /** Path of a rules file; without it everyone may do everything. */
  rules?: string;
  /** Path of an `.overall_export_metadata` file to import. */
  seed?: string;
  /** It works for many minutes. */
  lasts?: boolean;
  /** Java's maximum heap, by default `4g`: the emulator keeps everything in memory, and 12,000 frames filled 1 GB. */
  heap?: string;
  /** Where Java writes the classes that it loaded, prepared for later starts, when it ends by SIGTERM. */
  archiveAt?: string;
}

export interface FirestoreEmulator {
  host: string;
  port: number;
  /** Writes `<directory>/firestore_export/`, as the emulator suite does; replaces an existing one. */
  exportTo(directory: string, projectId?: string): Promise<void>;
  /** Resolves when its process has ended, for whatever reason. */
  ended: Child['ended'];
  isRunning(): boolean;
  close(): Promise<void>;
  /** Ends it however long its last work takes. */
  end(): Promise<void>;
}

/** @throws an error in one sentence if Java or the emulator is missing, or if the emulator does not start */
export async function startFirestore(options: FirestoreOptions): Promise<FirestoreEmulator> {
  const [jar] = await Promise.all([findFirestoreJar(), requireJava()]);
  const port = options.port || (await freePort());
  const child = await startChild('java', javaArguments(jar, port, options));
  await waitForAnswer(child, port, jar);
  return {
    host: HOST,
    port,
    exportTo: (directory, projectId = 'demo-sightline') => exportData(port, projectId, directory),
    ended: child.ended,
    isRunning: child.isRunning,
    close: () => child.close(),
    end: async () => {
      process.kill(child.pid, 'SIGTERM');
      await child.ended;
    },
  };
}

/**
 * With the archive in `FIRESTORE_CLASS_ARCHIVE` a start and its first answers take 1.75 s of processor time instead of 3.5.
 * Java ignores one that does not fit.
 */
function archiveFlags({ archiveAt }: FirestoreOptions): string[] {
  const { FIRESTORE_CLASS_ARCHIVE: archive } = process.env;
  if (archiveAt) return [`-XX:ArchiveClassesAtExit=${resolve(archiveAt)}`];
  return archive && existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : [];
}

function javaArguments(jar: string, port: number, options: FirestoreOptions): string[] {
  // firebase-tools' archives have a main class in their manifest, the Cloud SDK's does not.
  const program = /-v\d[^/]*\.jar$/.test(jar) ? ['-jar', jar] : ['-cp', jar, FIRESTORE_CLASS];
  const where = ['--host', HOST, '--port', String(port)];
  const rules = options.rules ? ['--rules', resolve(options.rules)] : [];
  const seed = options.seed ? ['--seed_from_export', resolve(options.seed)] : [];
  const stages = options.lasts ? [] : [FIRST_STAGE];
  const flags = [...JVM_FLAGS, ...stages, ...archiveFlags(options), `-Xmx${options.heap ?? '4g'}`];
  return [...flags, ...program, ...where, ...rules, ...seed];
}

/** @throws if `java` is missing or older than 17 */
export async function requireJava(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const version = await javaVersion(env);
  if (version === undefined)
    throw new Error('Java is missing: the Firestore emulator needs Java 17 or newer on the PATH.');
  if (version < 17)
    throw new Error(`Java ${version} is too old: the Firestore emulator needs Java 17 or newer.`);
}

/** Java's feature number, such as 17; NaN if unknown, undefined without Java. */
async function javaVersion(env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const answer = await promisify(execFile)('java', ['-version'], { env }).catch(() => undefined);
  return answer && Number(/version "(\d+)/.exec(answer.stderr + answer.stdout)?.[1]);
}

/** Class files of Java 1 have version 45; each Java release adds one. */
const FIRST_CLASS_VERSION = 44;

async function tooOld(jar: string, needed: number): Promise<string> {
  const has = await javaVersion(process.env);
  return `${jar} needs Java ${needed} or newer, and the one on the PATH is ${has}: https://adoptium.net, or an older emulator in FIRESTORE_EMULATOR_JAR.`;
}

async function waitForAnswer(child: Child, port: number, jar: string): Promise<void> {
  const isReady = async () => !child.isRunning() || (await answers(port));
  if ((await waitUntil(isReady, STARTUP_TIMEOUT)) && child.isRunning()) return;
  await child.kill();
  const [, needed] = /UnsupportedClassVersionError.*?class file version (\d+)/s.exec(child.output()) ?? [];
  if (needed) throw new Error(await tooOld(jar, Number(needed) - FIRST_CLASS_VERSION));
  throw new Error(`The Firestore emulator did not start on port ${port}:\n${child.output().trim()}`);
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://${HOST}:${port}/`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.text().then(() => response.ok),
    () => false,
  );

async function exportData(port: number, projectId: string, directory: string): Promise<void> {
  const target = resolve(directory);
  await mkdir(target, { recursive: true });
  await rm(join(target, 'firestore_export'), { recursive: true, force: true });
  const response = await fetch(`http://${HOST}:${port}/emulator/v1/projects/${projectId}:export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({
      database: `projects/${projectId}/databases/(default)`,
      export_directory: target,
      export_name: 'firestore_export',
    }),
  });
  if (!response.ok) throw new Error(`The Firestore emulator could not export: ${await response.text()}`);
}
