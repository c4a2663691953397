/** The camera does what people tell it: start and stop a session, capture one frame (Contract 19). */
import { Sightline } from '../../client/src/index.ts';
import type { HeardCommand } from '../../client/src/live/commands.ts';
import { type FrameSource, sourceOf } from './frames.ts';
import { wordsFor } from './monitor-calls.ts';
import type { CameraOptions } from './options.ts';
import { runCamera, type Watch } from './run.ts';
import { sendFrame } from './send.ts';
import type { Summary } from './tally.ts';

export interface Obeying extends Watch {
  /** Called with what it was told. */
  onCommand?: (command: string) => void;
  /** Called when a session has ended. */
  onEnd?: (summary: Summary) => void;
}

/** A session sends frames until it is stopped, unless a number of them was given. */
const ENDLESS = Number.MAX_SAFE_INTEGER;

interface Running {
  control: AbortController;
  ended: Promise<Summary>;
}

/** Until the signal aborts; the session that runs then is stopped. */
export async function obey(options: CameraOptions, watch: Obeying): Promise<void> {
  const { url, monitor, key, retry } = options;
  const service = new Sightline({ baseUrl: url, retry, ...(key !== null && { deviceKey: key }) });
  const source = await sourceOf(options, 1);
  const camera = new ObeyingCamera(options, watch, source);
  const commands = service.monitors(monitor).listen({
    ...(watch.signal && { signal: watch.signal }),
    onProblem: (problem) => watch.onTrouble?.(`No commands: ${wordsFor(problem, url)}. Trying again.`),
  });
  for await (const command of commands) await camera.carryOut(command);
  await camera.stop();
}

class ObeyingCamera {
  readonly #options: CameraOptions;
  readonly #watch: Obeying;
  readonly #source: FrameSource;
  #running: Running | null = null;
  #captured = 0;

  constructor(options: CameraOptions, watch: Obeying, source: FrameSource) {
    this.#options = options;
    this.#watch = watch;
    this.#source = source;
  }

  async carryOut({ command, done, failed }: HeardCommand): Promise<void> {
    this.#watch.onCommand?.(command);
    const work = { start: () => this.#start(), stop: () => this.stop(), capture: () => this.#capture() };
    try {
      if (!Object.hasOwn(work, command)) await failed(`${command} is not known here`);
      else await done(await work[command as keyof typeof work]());
    } catch (error) {
      await failed((error as Error).message);
    }
  }

  /** @returns what people read beside the command, as all of these */
  async #start(): Promise<string> {
    if (this.#running) return 'It runs already';
    const control = new AbortController();
    const options = { ...this.#options, count: this.#options.count ?? ENDLESS };
    const started = new Promise<void>((resolve, reject) => {
      const onStart: Watch['onStart'] = () => resolve();
      const ended = runCamera(options, { ...this.#watch, signal: control.signal, onStart });
      this.#running = { control, ended };
      ended.then((summary) => this.#watch.onEnd?.(summary), reject).finally(() => (this.#running = null));
    });
    await started;
    return 'Started';
  }

  async stop(): Promise<string> {
    const running = this.#running;
    if (!running) return 'It was stopped already';
    running.control.abort();
    const { accepted } = await running.ended;
    return `${accepted} frames`;
  }

  async #capture(): Promise<string> {
    const frame = await this.#source.take(this.#captured);
    this.#captured += 1;
    const name = `captured-${Date.now()}-${frame.name}`;
    const watch = { signal: undefined, onRetry: () => {}, onTrouble: () => {} };
    const outcome = await sendFrame(this.#options, { ...frame, name }, watch);
    if (outcome.kind === 'done') return outcome.id;
    throw new Error(outcome.kind === 'refused' ? outcome.sentence : outcome.reason);
  }
}
