/** A Python that runs the package of `python/`, for tests. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const SOURCE = resolve(import.meta.dirname, '../../python');

const isNewEnough = ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'];
/** Without it, tests of the package are skipped by this name. */
export const hasPython = spawnSync('python3', isNewEnough).status === 0;
export const NEEDS = 'python3 3.9 is not installed';

export interface PythonFailure {
  kind: string;
  message: string;
  status: number;
  request_id: string;
  retry_after: number | null;
}

export interface Python {
  /** The value of the last line. @throws what the code raises, as PythonFailure */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the code says
  run(code: string): Promise<any>;
  /** What the code raises. */
  failure(code: string): Promise<PythonFailure>;
  close(): Promise<void>;
}

/** One process for many calls, in which names stay. */
export function startPython(): Python {
  const env = { ...process.env, PYTHONPATH: SOURCE, PYTHONDONTWRITEBYTECODE: '1' };
  const program = fileURLToPath(new URL('python-calls.py', import.meta.url));
  const child = spawn('python3', [program], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const run = async (code: string) => {
    child.stdin.write(`${JSON.stringify(code)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error('Python has ended');
    const answer = JSON.parse(value);
    if (answer.error) throw answer.error;
    return answer.value;
  };
  const failure = (code: string): Promise<PythonFailure> =>
    run(code).then(
      () => {
        throw new Error('it did not fail');
      },
      (error) => error,
    );
  const ended = once(child, 'close');
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  return { run, failure, close };
}

/** A text as Python writes it: JSON's form is one. */
export const text = (value: string): string => JSON.stringify(value);
export const pathIn = (folder: string, name: string): string => text(join(folder, name));
