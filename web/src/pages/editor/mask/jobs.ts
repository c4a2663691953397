/** What the worker of masks does, and how it is asked. */
import type { Bitmap } from './bitmap.ts';
import type { Piece } from './pieces.ts';

interface Job<Input, Output> {
  input: Input;
  output: Output;
}

export interface Jobs {
  encode: Job<Bitmap, Uint8Array<ArrayBuffer>>;
  /** A mask of another size is stretched to that of the picture. */
  decode: Job<{ png: Uint8Array<ArrayBuffer>; width: number; height: number }, Bitmap>;
  /** `url`: a link to the picture. */
  flood: Job<{ url: string; x: number; y: number; tolerance: number }, Bitmap>;
  hole: Job<{ mask: Bitmap; x: number; y: number }, Bitmap | null>;
  holes: Job<Bitmap, Bitmap>;
  pieces: Job<Bitmap, Piece[]>;
}

export interface Question {
  id: number;
  name: keyof Jobs;
  input: unknown;
}

export type Reply = { id: number; output: unknown } | { id: number; error: string };

export type Work = <Name extends keyof Jobs>(
  name: Name,
  input: Jobs[Name]['input'],
) => Promise<Jobs[Name]['output']>;

/** One worker for the page, started when it is first needed. */
export class MaskWorker {
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, { done: (output: unknown) => void; failed: (error: Error) => void }>();
  #next = 0;

  readonly work: Work = (name, input) => {
    this.#worker ??= this.#start();
    const id = this.#next++;
    const question: Question = { id, name, input };
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done: done as (output: unknown) => void, failed });
      this.#worker?.postMessage(question);
    });
  };

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.failed(new Error(data.error));
      else waiting?.done(data.output);
    };
    worker.onerror = (event) => {
      this.#worker = null;
      this.#failAll(event.message || 'The worker of masks could not start.');
    };
    return worker;
  }

  #failAll(message: string): void {
    for (const { failed } of this.#waiting.values()) failed(new Error(message));
    this.#waiting.clear();
  }
}
