/** The built functions as `firebase deploy` sees them: found by the SDK's discovery and read by the command line's code. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);
const FUNCTIONS = resolve(import.meta.dirname, '../../functions');

export interface Parameter {
  name: string;
  type: string;
  label?: string;
  description?: string;
  default?: unknown;
}

export interface Manifest {
  endpoints: Record<string, object>;
  params: Parameter[];
  requiredAPIs: { api: string }[];
}

export interface Endpoint {
  id: string;
  region: string;
  secretEnvironmentVariables?: { key: string }[];
  [option: string]: unknown;
}

/** @param env values of `functions/.env*`, the only variables that the command line adds to its own */
export async function discover(env: Record<string, string>): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-discovery-'));
  const output = join(folder, 'functions.yaml');
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const own = { GCLOUD_PROJECT: 'a-project', FUNCTIONS_CONTROL_API: 'true', PATH: path };
  try {
    await promisify(execFile)(join(FUNCTIONS, 'node_modules/.bin/firebase-functions'), [FUNCTIONS], {
      env: { ...env, ...own, FUNCTIONS_MANIFEST_OUTPUT_PATH: output },
      cwd: FUNCTIONS,
    });
    return JSON.parse(await readFile(output, 'utf8')) as Manifest;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The result of a deployment without prompts. @throws the command line's error */
export async function resolveEndpoints(
  manifest: Manifest,
  userEnvs: Record<string, string>,
): Promise<Endpoint[]> {
  const { yamlToBuild } = require('firebase-tools/lib/deploy/functions/runtimes/discovery/index.js');
  const { resolveBackend } = require('firebase-tools/lib/deploy/functions/build.js');
  const { allEndpoints } = require('firebase-tools/lib/deploy/functions/backend.js');
  const { resolveCpuAndConcurrency } = require('firebase-tools/lib/deploy/functions/prepare.js');
  const { endpointsAreValid } = require('firebase-tools/lib/deploy/functions/validate.js');
  const build = yamlToBuild(manifest, 'a-project', 'us-central1', 'nodejs24');
  const { backend } = await resolveBackend({
    build,
    userEnvs,
    codebase: 'default',
    nonInteractive: true,
    isEmulator: false,
    firebaseConfig: { projectId: 'a-project', storageBucket: 'a-project.firebasestorage.app' },
  });
  resolveCpuAndConcurrency(backend);
  endpointsAreValid(backend);
  return allEndpoints(backend) as Endpoint[];
}

/** Reads a dotenv file like the command line. @throws for a reserved key */
export function parseDotenv(text: string): Record<string, string> {
  const { parseStrict } = require('firebase-tools/lib/functions/env.js');
  return parseStrict(text) as Record<string, string>;
}
