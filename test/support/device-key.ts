import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestStack } from './stack.ts';

const SCRIPT = resolve(import.meta.dirname, '../../functions/src/device-key/device-key.ts');

/**
 * Runs the project's command on a suite's servers.
 * @throws its output if its exit status is not 0
 */
export function deviceKey(stack: TestStack, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const where = { GCLOUD_PROJECT: stack.projectId, FIRESTORE_EMULATOR_HOST: stack.addresses.firestore };
  return promisify(execFile)(process.execPath, [SCRIPT, ...args], { env: { ...env, ...where } });
}
