import { join } from 'node:path';
import { type Child, startChild } from '../stack/child.ts';

export interface TypeChecker {
  /** Says what is wrong with the types of a project's latest files. Takes seconds, and nothing waits for it. */
  check(project: string): Promise<void>;
  /** Its result would be out of date. */
  stop(project: string): Promise<void>;
}

/** @param state folder for what the compiler remembers between checks */
export function typeChecker(root: string, state: string, say: (text: string) => void): TypeChecker {
  const running = new Map<string, Child>();
  const stop = async (project: string) => running.get(project)?.kill();
  const check = async (project: string) => {
    await stop(project);
    const memory = ['--incremental', '--tsBuildInfoFile', join(state, `${project}.tsbuildinfo`)];
    const args = ['node_modules/typescript/bin/tsc', '-p', project, '--noEmit', ...memory];
    const child = await startChild(process.execPath, args, { directory: root });
    running.set(project, child);
    const { code } = await child.ended;
    if (code !== null) say(code === 0 ? `types of ${project}: no errors` : child.output());
  };
  return { check, stop };
}
