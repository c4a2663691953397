/** One bash that runs commands one after the other, so that variables and functions are kept. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { STEP } from '../support/limits.ts';

export interface Ran {
  output: string;
  complaint: string;
  status: number;
  /** The status of each answer to curl. */
  httpStatuses: number[];
}

const END = '--- ended with';

/**
 * `curl` reports its status, so that an error is noticed even if nothing is printed; an endless answer (`-N`) is ended after
 * three seconds. A failure anywhere in a pipe counts.
 */
const PRELUDE = `
set -o pipefail
curl() {
  local rc=0
  case " $* " in
    *" -N "*) command curl -sS --max-time 3 "$@" 2> /dev/null || rc=$?; [ $rc = 28 ] && rc=0 ;;
    *) command curl -sS -w '%{stderr}HTTP %{http_code}\\n' "$@" || rc=$? ;;
  esac
  return $rc
}
`;

/** @throws one sentence that names the missing programs */
export function requirePrograms(names: readonly string[]): void {
  const absent = names.filter((name) => spawnSync(name, ['--version']).error);
  if (absent.length > 0) {
    throw new Error(
      `The commands of the README need ${absent.join(', ')}, which this machine does not have.`,
    );
  }
}

export class Shell {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #folder: string;
  #output = '';

  /** @param folder for the output of a command; commands do not run in it */
  constructor(folder: string, cwd: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    const stdio = ['pipe', 'pipe', 'inherit'] as ['pipe', 'pipe', 'inherit'];
    // In its own process group, so that everything that a command started ends with it.
    this.#process = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio, detached: true });
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#process.stdin.write(PRELUDE);
  }

  /** @throws if the command does not end in time */
  async run(command: string): Promise<Ran> {
    const [text, errors] = ['command', 'errors'].map((name) => join(this.#folder, name));
    await writeFile(text!, `${command}\n`);
    this.#output = '';
    this.#process.stdin.write(`. '${text}' < /dev/null 2> '${errors}'; echo "\n${END} $?"\n`);
    const status = await this.#ended(command);
    const said = await readFile(errors!, 'utf8');
    return {
      output: this.#output.slice(0, this.#output.lastIndexOf(`\n${END}`)),
      complaint: said.replace(/^HTTP \d+\n/gm, ''),
      status,
      httpStatuses: [...said.matchAll(/^HTTP (\d+)$/gm)].map(([, code]) => Number(code)),
    };
  }

  async #ended(command: string): Promise<number> {
    const late = AbortSignal.timeout(STEP);
    for (;;) {
      const status = new RegExp(`\\n${END} (\\d+)\\n$`).exec(this.#output)?.[1];
      if (status !== undefined) return Number(status);
      await once(this.#process.stdout, 'data', { signal: late }).catch(() => {
        throw new Error(`Not done in ${STEP / 1_000} s: ${command}`);
      });
    }
  }

  close(): void {
    if (this.#process.pid !== undefined && this.#process.exitCode === null) {
      process.kill(-this.#process.pid, 'SIGKILL');
    }
  }
}
