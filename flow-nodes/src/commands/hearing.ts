import type { ListenOptions } from '../../../client/src/live/commands.ts';
import type { Monitor } from '../../../client/src/monitor.ts';
import type { Disk } from '../spool/disk.ts';
import { type Command, CommandKeeper, type CommandResult } from './command-keeper.ts';

type Give = (command: Command) => void;

interface Options {
  disk: Disk;
  /** Each call is one attempt. */
  monitor: Monitor;
  onProblem: (problem: Error) => void;
}

/** Who is given commands: while there is somebody, the camera listens. */
export class Hearing {
  readonly #options: Options;
  readonly #hearers = new Set<Give>();
  #keeper: Promise<CommandKeeper> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Each command is given once, in order, also after a restart. */
  async hear(give: Give): Promise<void> {
    this.#hearers.add(give);
    this.#keeper ??= this.#listen();
    await this.#keeper;
  }

  async ignore(give: Give): Promise<void> {
    this.#hearers.delete(give);
    if (this.#hearers.size === 0) await this.close();
  }

  /** Resolves when it is on disk. */
  async end(result: CommandResult): Promise<void> {
    if (!this.#keeper) throw new Error('The camera does not listen for commands');
    await (await this.#keeper).end(result);
  }

  async close(): Promise<void> {
    const keeper = this.#keeper;
    this.#keeper = undefined;
    await (await keeper)?.close();
  }

  #listen(): Promise<CommandKeeper> {
    const { disk, monitor, onProblem } = this.#options;
    const calls = {
      listen: (options: ListenOptions) => monitor.listen(options),
      tell: ({ id, ok, message }: CommandResult, signal: AbortSignal) =>
        monitor.tell(id, { state: ok ? 'done' : 'failed', message }, { signal }),
    };
    return CommandKeeper.open({ disk, calls, onProblem }, (command) => {
      for (const each of this.#hearers) each(command);
    });
  }
}
