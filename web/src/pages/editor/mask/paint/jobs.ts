/** The jobs of the mask worker, and the messages to and from it. */
import type { Bitmap } from './bitmap.ts';
import type { Piece } from './pieces.ts';

interface Job<Input, Output> {
  input: Input;
  output: Output;
}

export interface Jobs {
  encode: Job<Bitmap, Uint8Array<ArrayBuffer>>;
  /** A mask of another size is scaled to that of the image. */
  decode: Job<{ png: Uint8Array<ArrayBuffer>; width: number; height: number }, Bitmap>;
  /** `url`: a link to the original. */
  flood: Job<{ url: string; x: number; y: number; tolerance: number }, Bitmap>;
  hole: Job<{ mask: Bitmap; x: number; y: number }, Bitmap | null>;
  holes: Job<Bitmap, Bitmap>;
  pieces: Job<Bitmap, Piece[]>;
  /** Null if there are more than `most`. */
  split: Job<{ mask: Bitmap; most: number }, Bitmap[] | null>;
}

export interface JobRequest {
  id: number;
  name: keyof Jobs;
  input: unknown;
}

export type JobReply = { id: number; output: unknown } | { id: number; error: string };

export type Work = <Name extends keyof Jobs>(
  name: Name,
  input: Jobs[Name]['input'],
) => Promise<Jobs[Name]['output']>;

/** A worker that is started when it is first needed. */
class MaskWorker {
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, { done: (output: unknown) => void; failed: (error: Error) => void }>();
  #next = 0;

  readonly work: Work = (name, input) => {
    this.#worker ??= this.#start();
    const id = this.#next++;
    const request: JobRequest = { id, name, input };
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done: done as (output: unknown) => void, failed });
      this.#worker?.postMessage(request);
    });
  };

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<JobReply>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.failed(new Error(data.error));
      else waiting?.done(data.output);
    };
    worker.onerror = (event) => {
      this.#worker = null;
      this.#failAll(event.message || 'The mask worker could not start.');
    };
    return worker;
  }

  #failAll(message: string): void {
    for (const { failed } of this.#waiting.values()) failed(new Error(message));
    this.#waiting.clear();
  }
}

/** Shared by all pages: starting a worker takes longer than most of its jobs. */
export const maskWorker = new MaskWorker();
