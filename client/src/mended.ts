/** A download whose connection may be cut: it goes on where it was. */
import { isWorthRetry, pause, type RetryPolicy, waitBefore } from './retry.ts';
import { SightlineError } from './sightline-error.ts';

export interface Reader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}

/** The rest of the file. @param at number of the bytes that have come @throws SightlineError */
export type GoOn = (at: number) => Promise<Reader>;

/** @param onEnd called when the body has been read, has failed or is cancelled */
export function readerOf({ body }: Response, onEnd: () => void): Reader {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  return {
    async read() {
      const part = await reader.read().catch((error: unknown) => {
        onEnd();
        throw error;
      });
      if (part.done) onEnd();
      return part;
    },
    cancel(reason) {
      onEnd();
      return reader.cancel(reason);
    },
  };
}

/** After a cut, the rest is fetched; attempts count anew whenever something has come. */
export class Mended implements Reader {
  #reader: Reader;
  readonly #goOn: GoOn;
  readonly #policy: RetryPolicy;
  readonly #signal: AbortSignal | undefined;
  #got = 0;
  #failed = 0;
  #isCancelled = false;

  constructor(
    reader: Reader,
    goOn: GoOn,
    { policy, signal }: { policy: RetryPolicy; signal: AbortSignal | undefined },
  ) {
    this.#reader = reader;
    this.#goOn = goOn;
    this.#policy = policy;
    this.#signal = signal;
  }

  async read(): ReturnType<Reader['read']> {
    for (;;) {
      try {
        if (this.#failed > 0) this.#reader = await this.#goOn(this.#got);
        if (this.#isCancelled) await this.#reader.cancel();
        const part = await this.#reader.read();
        this.#got += part.value?.length ?? 0;
        this.#failed = 0;
        return part;
      } catch (error) {
        await this.#wait(error);
      }
    }
  }

  async cancel(reason?: unknown): Promise<void> {
    this.#isCancelled = true;
    await this.#reader.cancel(reason);
  }

  /** @throws the error, if another attempt would not help */
  async #wait(error: unknown): Promise<void> {
    this.#failed += 1;
    const isOver = this.#isCancelled || this.#signal?.aborted || this.#failed >= this.#policy.attempts;
    // What is no SightlineError is the cut itself.
    const isLost = error instanceof SightlineError && !isWorthRetry(error, true);
    if (isOver || isLost) throw error;
    const asked = error instanceof SightlineError ? error.retryAfter : 0;
    await pause(waitBefore(this.#policy, this.#failed, asked), this.#signal);
  }
}

/** Nothing is read ahead of the stream's reader. */
export function streamOf(reader: Reader): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
