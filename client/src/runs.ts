import type { Answer } from './answer.ts';
import type { Resource } from './resource.ts';
import { type CallOptions, randomId } from './transport.ts';

type MadeAnswer = Answer<'POST /dataset/{dataset_id}/run'>;
type ListAnswer = Answer<'GET /dataset/{dataset_id}/run'>;

/** `upload`: URL that takes the bytes of its file; absent for an open run. */
export type MadeRun = Pick<MadeAnswer, 'number' | 'upload'>;
export type Run = ListAnswer['runs'][number];
export type RunCounts = NonNullable<Run['counts']>;

export interface NewRun {
  name: string;
  /** Whatever you call the model. */
  model?: string;
  /** Number of the version that it was trained on. */
  trainedOn?: number;
  /** An open run, which is told its predictions while images arrive. */
  live?: boolean;
}

/** What models say about the images of a dataset, beside what people say. A run changes no label. */
export class Runs {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** Begins a run. All attempts share one request id, so that one run is made. */
  make({ key = randomId(), ...run }: NewRun & { key?: string }, options?: CallOptions): Promise<MadeRun> {
    return this.#resource.ask({ method: 'POST', json: run, key }, options);
  }

  /** Highest number first. @param options.after `next` of the previous page */
  list({ limit, after, ...options }: CallOptions & { limit?: number; after?: number } = {}): Promise<{
    runs: Run[];
    next: number | null;
  }> {
    return this.#resource.ask({ method: 'GET', query: { limit, after } }, options);
  }

  get(number: number, options?: CallOptions): Promise<Run> {
    return this.#resource.at(number).ask({ method: 'GET' }, options);
  }

  async delete(number: number, options?: CallOptions): Promise<void> {
    await this.#resource.at(number).ask({ method: 'DELETE' }, options);
  }
}
