/** Commands for the camera, and what became of them: on disk, so that a restart gives none twice and forgets no result. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeardCommand, ListenOptions } from '../../../client/src/live/commands.ts';
import { waitBefore } from '../../../client/src/retry.ts';
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { RETRY } from '../sender/gate.ts';
import { judge } from '../sender/verdict.ts';
import { SerialQueue } from '../serial-queue.ts';
import type { Disk } from '../spool/disk.ts';

/** What a flow is given. */
export type Command = Pick<HeardCommand, 'id' | 'command' | 'params' | 'at'>;

export interface CommandResult {
  id: number;
  ok: boolean;
  message: string;
}

export interface CommandCalls {
  listen(options: ListenOptions): AsyncIterable<HeardCommand>;
  /** One attempt. @throws SightlineError */
  tell(result: CommandResult, signal: AbortSignal): Promise<void>;
}

interface Options {
  disk: Disk;
  calls: CommandCalls;
  onProblem: (problem: Error) => void;
}

interface Kept {
  /** What this device calls itself. */
  by: string;
  /** Id of the command that the flow was given last. */
  given: number;
  /** Results that the service does not have yet. */
  results: CommandResult[];
}

const PATH = 'commands.json';
/** The live state keeps no more commands either. */
const MOST_RESULTS = 20;

export class CommandKeeper {
  readonly #options: Options;
  readonly #kept: Kept;
  readonly #queue = new SerialQueue();
  readonly #control = new AbortController();
  #working: Promise<unknown> = Promise.resolve();
  #wake: () => void = () => {};

  private constructor(options: Options, kept: Kept) {
    this.#options = options;
    this.#kept = kept;
  }

  /** @param give called with each command once; never again after a restart */
  static async open(options: Options, give: (command: Command) => void): Promise<CommandKeeper> {
    const keeper = new CommandKeeper(options, await readKept(options.disk));
    // What it calls itself is on disk before it takes anything.
    await keeper.#write();
    keeper.#working = Promise.all([keeper.#listen(give), keeper.#tellAll()]);
    return keeper;
  }

  /** Resolves when the result is on disk; the service is told when it can be reached. */
  async end(result: CommandResult): Promise<void> {
    const { results } = this.#kept;
    results.push(result);
    results.splice(0, results.length - MOST_RESULTS);
    await this.#write();
    this.#wake();
  }

  async close(): Promise<void> {
    this.#control.abort();
    this.#wake();
    await this.#working;
    await this.#queue.settled();
  }

  async #listen(give: (command: Command) => void): Promise<void> {
    const { calls, onProblem } = this.#options;
    const { by, given } = this.#kept;
    const { signal } = this.#control;
    const heard = calls.listen({ by, after: given, signal, onProblem });
    for await (const { id, command, params, at } of heard) {
      this.#kept.given = id;
      // A command that is not on disk might be given again: a machine would do it twice.
      const isKept = await this.#write().then(
        () => true,
        (error: Error) => {
          onProblem(error);
          return false;
        },
      );
      if (isKept) give({ id, command, params, at });
      else
        await this.end({ id, ok: false, message: 'The disk of the camera cannot be written' }).catch(
          onProblem,
        );
    }
  }

  async #tellAll(): Promise<void> {
    const { signal } = this.#control;
    for (let failures = 0; !signal.aborted; ) {
      const [result] = this.#kept.results;
      if (!result) await new Promise<void>((resolve) => (this.#wake = resolve));
      else if (await this.#tell(result)) failures = 0;
      else {
        failures += 1;
        await sleep(waitBefore(RETRY, failures), undefined, { signal }).catch(() => {});
      }
    }
  }

  /** False: try again. A result that the service refuses is dropped. */
  async #tell(result: CommandResult): Promise<boolean> {
    const { calls, onProblem } = this.#options;
    try {
      await calls.tell(result, this.#control.signal);
    } catch (error) {
      if (!(error instanceof SightlineError)) throw error;
      const verdict = judge(error);
      if (verdict === 'stop' || verdict === 'retry' || verdict === 'hold') return false;
      onProblem(error);
    }
    this.#kept.results = this.#kept.results.filter((each) => each !== result);
    await this.#write().catch(onProblem);
    return true;
  }

  #write(): Promise<void> {
    const { disk } = this.#options;
    return this.#queue.run(() => disk.replace(PATH, [Buffer.from(JSON.stringify(this.#kept))]));
  }
}

/** A file that cannot be read counts as none: this device then calls itself otherwise, and is given nothing that it had taken. */
async function readKept(disk: Disk): Promise<Kept> {
  const text = (await disk.read(PATH))?.toString('utf8') ?? '';
  try {
    const { by, given, results } = JSON.parse(text) as Partial<Kept>;
    if (typeof by === 'string' && typeof given === 'number' && Array.isArray(results))
      return { by, given, results };
  } catch {
    // Falls through.
  }
  return { by: randomBytes(12).toString('hex'), given: 0, results: [] };
}
