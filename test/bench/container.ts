import { type ChildProcess, fork } from 'node:child_process';
import { deployedEnvironment } from '../../emulators/stack/environment.ts';

/**
 * Heap that Node 24 gives itself in a container of 1 GiB, as `monitor` and `dataset` have, measured in a control group with that
 * limit; on a large machine, garbage is collected much later. How much of it young objects get is in `functions/.env`.
 */
export const CONTAINER = ['--max-old-space-size=512'];

/** A process with that heap and what every deployment has in its environment. @param env added to this process's */
export const forkInContainer = (
  module: string,
  args: readonly string[],
  env: Record<string, string>,
): ChildProcess =>
  fork(module, args, { execArgv: CONTAINER, env: { ...process.env, ...deployedEnvironment(), ...env } });

/** @returns its first message: what it has measured. @throws if it ends without one */
export function measureInContainer<T>(...given: Parameters<typeof forkInContainer>): Promise<T> {
  const child = forkInContainer(...given);
  return new Promise((resolve, reject) => {
    child.once('message', (measured) => resolve(measured as T));
    child.once('exit', (code) => reject(new Error(`bench process ${given[1].join(' ')} ended with ${code}`)));
  });
}
