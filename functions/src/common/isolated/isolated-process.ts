import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { log } from '../log.ts';
import { type FromChild, type FromParent, VERDICT } from './protocol.ts';

/** The bundle puts the entry point beside this code; without a bundle it is `functions/src/isolated.ts`. */
const ENTRY = import.meta.filename.endsWith('.ts') ? '../../isolated.ts' : 'isolated.js';
/** Megabytes of old objects: less than any budget, so that what is not needed any more is collected before one is spent. */
const HEAP = 384;
/** The requests of this process go first. */
const NICE = 10;
/** No secrets: what strangers send has no business with them. */
const PASSED = ['PATH', 'TZ', 'LANG', 'TMPDIR', 'SystemRoot'];

/** Ends that are not the watchdog's: V8 aborts a process without memory, the platform kills it. */
const OUT_OF_MEMORY = new Set<NodeJS.Signals | null>(['SIGABRT', 'SIGKILL', 'SIGTRAP']);

export interface Ended {
  kind: 'ended';
  verdict: string;
}

const living = new Set<IsolatedProcess>();
process.on('exit', () => {
  for (const each of living) each.kill();
});

/** A process without credentials, environment or console, that is killed with its parent. */
export class IsolatedProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<Ended>;
  isAlive = true;
  #isKilled = false;

  constructor(entry = join(import.meta.dirname, ENTRY)) {
    const env = Object.fromEntries(
      PASSED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    this.#child = fork(entry, [], {
      env,
      execArgv: [`--max-old-space-size=${HEAP}`, '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
    });
    this.ended = this.#watch();
    living.add(this);
    try {
      setPriority(this.#child.pid as number, NICE);
    } catch {
      // It has ended, or the platform has no priorities.
    }
  }

  #watch(): Promise<Ended> {
    let verdict = '';
    const said = this.#child.stdio[VERDICT] as Readable;
    said.setEncoding('utf8').on('data', (text: string) => {
      verdict += text;
    });
    return new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        this.isAlive = false;
        living.delete(this);
        const isMemory = verdict === '' && OUT_OF_MEMORY.has(signal);
        // Nobody's budget ended it: a mistake of ours looks like this.
        if (verdict === '' && !this.#isKilled)
          log('ERROR', 'isolated process ended', { code: String(code ?? signal) });
        resolve({ kind: 'ended', verdict: isMemory ? 'memory' : verdict });
      };
      this.#child.on('close', end);
      this.#child.on('error', (error) => {
        log('ERROR', 'isolated process', { reason: error.message });
        if (this.#child.pid === undefined) end(null, null);
      });
    });
  }

  send(message: FromParent): void {
    // What a process that has ended meanwhile is told is lost, as it is.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  listen(take: (message: FromChild) => void): () => void {
    this.#child.on('message', take);
    return () => this.#child.off('message', take);
  }

  kill(): void {
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
  }

  /** This process may end while it waits for nothing but that one. */
  release(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stdio[VERDICT] as Readable & { unref?: () => void }).unref?.();
  }

  hold(): void {
    this.#child.ref();
    this.#child.channel?.ref();
    (this.#child.stdio[VERDICT] as Readable & { ref?: () => void }).ref?.();
  }
}
