/** What a machine needs for `npm start` and `npm test`, found in the same way as the launcher finds it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { builtFunctions } from '../../emulators/stack/built-functions.ts';
import { FIRESTORE_CLASS, findFirestoreJar, requireJava } from '../../emulators/stack/firestore.ts';
import { FUNCTION_NAMES } from '../../emulators/stack/function.ts';
import { isFree, PORTS, type StackPorts } from '../../emulators/stack/ports.ts';
import { SERVERS } from '../../emulators/stack/require-ports.ts';
import { type Finding, look, missing, note, ok } from './finding.ts';

export interface Machine {
  env: NodeJS.ProcessEnv;
  /** Root folder of the repository. */
  root: string;
  ports: StackPorts;
}

export const HERE: Machine = { env: process.env, root: resolve(import.meta.dirname, '../..'), ports: PORTS };

/** Cache folder of firebase-tools' emulators. */
const SUITE_JAVA = 21;

/** `engines` in package.json. */
const OLDEST_NODE = 20;

export function checkMachine({ env, root, ports }: Machine = HERE): Promise<Finding[]> {
  return Promise.all([
    checkNode(env),
    look('Java', 'https://adoptium.net, or apt install openjdk-21-jre-headless', () => checkJava(env)),
    look('git', 'https://git-scm.com', () => checkGit(env)),
    checkEmulator(env),
    checkInstalled(root),
    checkInstalled(join(root, 'functions')),
    checkBuilt(join(root, 'functions')),
    checkPorts(ports),
  ]);
}

/** npm reports the Node it runs on itself; scripts run on the Node that `npm ci` installed. */
async function checkNode(env: NodeJS.ProcessEnv): Promise<Finding> {
  const version = /node\/v(\d[\d.]*)/.exec(env.npm_config_user_agent ?? '')?.[1] ?? process.versions.node;
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return ok('Node', version);
  return missing('Node', `${version} is older than ${OLDEST_NODE}`, 'https://nodejs.org');
}

async function checkJava(env: NodeJS.ProcessEnv): Promise<Finding> {
  await requireJava(env);
  const { stdout, stderr } = await promisify(execFile)('java', ['-version'], { env });
  const version = /version "([\d.]+)/.exec(stdout + stderr)?.[1] ?? 'a version that it does not say';
  const isNew = Number.parseInt(version, 10) >= SUITE_JAVA;
  return ok('Java', isNew ? version : `${version}; npm run emulators needs ${SUITE_JAVA}`);
}

async function checkGit(env: NodeJS.ProcessEnv): Promise<Finding> {
  const { stdout } = await promisify(execFile)('git', ['--version'], { env }).catch(() => {
    throw new Error('not on the PATH');
  });
  return ok('git', stdout.trim());
}

async function checkEmulator(env: NodeJS.ProcessEnv): Promise<Finding> {
  const what = 'Firestore emulator';
  const remedy =
    'gcloud components install cloud-firestore-emulator, or npx firebase setup:emulators:firestore';
  return look(what, remedy, async () => {
    const jar = await findFirestoreJar(env);
    const java = await neededJava(jar, env);
    if (java === null) return ok(what, jar);
    return missing(what, `${jar} needs Java ${java}`, `Java ${java}: https://adoptium.net`);
  });
}

/** The Java version that an emulator needs, if the installed one is older. */
async function neededJava(jar: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  const said = await promisify(execFile)('java', ['-cp', jar, FIRESTORE_CLASS, '--help'], { env }).catch(
    ({ stderr }: { stderr?: string }) => ({ stderr }),
  );
  const [, classVersion] =
    /UnsupportedClassVersionError.*class file version (\d+)/s.exec(said.stderr ?? '') ?? [];
  // Class file version 61 is Java 17.
  return classVersion ? Number(classVersion) - 44 : null;
}

/** Whether node_modules has everything that package.json lists. */
async function checkInstalled(folder: string): Promise<Finding> {
  const what = `npm ci in ${folder.endsWith('functions') ? 'functions/' : 'the root'}`;
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, object>;
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const absent = wanted.filter((name) => !existsSync(join(folder, 'node_modules', name, 'package.json')));
  if (absent.length === 0) return ok(what, `${wanted.length} packages`);
  return missing(what, `${absent.length} packages are absent, such as ${absent[0]}`, 'npm ci');
}

async function checkBuilt(folder: string): Promise<Finding> {
  const what = 'Built functions';
  const built = await builtFunctions(folder).catch(() => []);
  if (built.length === FUNCTION_NAMES.length) return ok(what, built.join(', '));
  return note(what, 'not all are built; npm start and npm test do it themselves', 'npm run build');
}

async function checkPorts(ports: StackPorts): Promise<Finding> {
  const names = Object.keys(ports) as (keyof StackPorts)[];
  const isEachFree = await Promise.all(names.map((name) => isFree(ports[name])));
  const taken = names.filter((_, at) => !isEachFree[at]).map((name) => `${ports[name]} (${SERVERS[name]})`);
  if (taken.length === 0) return ok('Ports', names.map((name) => ports[name]).join(', '));
  return note(
    'Ports',
    `in use: ${taken.join(', ')}; does npm start run already?`,
    'npm start -- --ports-from 15000',
  );
}
