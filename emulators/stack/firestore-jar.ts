/** Finds the Firestore emulator's Java archive on this machine. */
import { execFile } from 'node:child_process';
import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const COMPONENT = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar';

/** Folders in which packages and installers put the Cloud SDK, besides the home folder. */
const USUAL_ROOTS = ['/usr/lib/google-cloud-sdk', '/opt/google-cloud-sdk'];

const MISSING = `The Firestore emulator is missing: its Java archive (cloud-firestore-emulator*.jar) is neither in FIRESTORE_EMULATOR_JAR, nor in firebase-tools' cache (~/.cache/firebase/emulators), nor a component of the Google Cloud SDK.
Any of these installs it:
  npm start -- --yes
  npx firebase setup:emulators:firestore
  gcloud components install cloud-firestore-emulator`;

/** Thrown if it is not found. */
export class FirestoreMissing extends Error {}

/**
 * Looks in `FIRESTORE_EMULATOR_JAR`, firebase-tools' cache, then the Cloud SDK. `gcloud` itself is asked last because it
 * takes a second to answer.
 * @param usual possible roots of a Cloud SDK
 * @throws an error that says what is missing and names both commands that install it
 */
export async function findFirestoreJar(
  env: NodeJS.ProcessEnv = process.env,
  usual: readonly string[] = USUAL_ROOTS,
): Promise<string> {
  const named = env.FIRESTORE_EMULATOR_JAR;
  if (named) return requireFile(named);
  const home = env.HOME ?? homedir();
  const found =
    (await inCache(join(home, '.cache/firebase/emulators'))) ??
    (await inUsualPlaces([...usual, join(home, 'google-cloud-sdk')], env)) ??
    (await inGcloudsAnswer(env));
  if (!found) throw new FirestoreMissing(MISSING);
  return found;
}

async function requireFile(path: string): Promise<string> {
  if (await isFile(path)) return path;
  throw new Error(`FIRESTORE_EMULATOR_JAR names ${path}, and there is no such file.`);
}

/** The newest version that firebase-tools has downloaded. */
async function inCache(directory: string): Promise<string | undefined> {
  const names = await readdir(directory).catch((): string[] => []);
  const jars = names.filter((name) => /^cloud-firestore-emulator-.*\.jar$/.test(name));
  const newest = jars.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return newest && join(directory, newest);
}

async function inUsualPlaces(roots: string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const gcloud = await realpath(join(folder, 'gcloud')).catch(() => undefined);
    if (gcloud) roots.unshift(dirname(dirname(gcloud)));
  }
  return firstFile(roots.map((root) => join(root, COMPONENT)));
}

async function inGcloudsAnswer(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const args = ['info', '--format=value(installation.sdk_root)'];
  const answer = await promisify(execFile)('gcloud', args, { env, timeout: 20_000 }).catch(() => undefined);
  const root = answer?.stdout.trim();
  return root ? firstFile([join(root, COMPONENT)]) : undefined;
}

async function firstFile(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (await isFile(path)) return path;
  return undefined;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
