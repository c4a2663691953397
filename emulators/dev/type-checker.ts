import { execFile } from 'node:child_process';
import { join } from 'node:path';

export interface TypeChecker {
  /** Shows the errors of a project's types, of its latest files only. Takes seconds, and nothing waits for it. */
  check(project: string): void;
  close(): void;
}

/** @param state folder for what the compiler remembers between checks */
export function typeChecker(root: string, state: string, say: (text: string) => void): TypeChecker {
  const running = new Map<string, AbortController>();
  const check = (project: string) => {
    running.get(project)?.abort();
    const abort = new AbortController();
    running.set(project, abort);
    const memory = ['--incremental', '--tsBuildInfoFile', join(state, `${project}.tsbuildinfo`)];
    const args = ['node_modules/typescript/bin/tsc', '-p', project, '--noEmit', ...memory];
    execFile(process.execPath, args, { cwd: root, signal: abort.signal }, (error, output) => {
      if (error && !abort.signal.aborted) say(output || error.message);
    });
  };
  const close = () => {
    for (const each of running.values()) each.abort();
  };
  return { check, close };
}
