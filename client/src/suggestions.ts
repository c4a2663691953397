import type { Answer } from './answer.ts';
import type { Resource } from './resource.ts';
import { pause } from './retry.ts';
import { type CallOptions, randomId, startDeadline } from './transport.ts';

/** `lack`: images that have not been looked at. */
export type LookedVectors = Pick<
  Answer<'POST /dataset/{dataset_id}/suggest/vectors'>,
  'have' | 'lack' | 'unreadable'
>;
/** What suggestions rest on, and how good they would be. */
export type SuggestState = Omit<Answer<'GET /dataset/{dataset_id}/suggest'>, 'error' | 'status'>;
/** `run`: number of the run that says which class each image may have. */
export type SuggestedRun = Pick<Answer<'POST /dataset/{dataset_id}/suggest'>, 'run' | 'hash' | 'counts'>;

/** Classes for images that nobody has labelled, from a few labels. `dataset.update({ suggest: 'builtin' })` switches them on. */
export class Suggestions {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  state(options?: CallOptions): Promise<SuggestState> {
    return this.#resource.ask({ method: 'GET', isLong: true }, options);
  }

  /** Looks at pictures that have not been seen, for 40 seconds. */
  look(options?: CallOptions): Promise<LookedVectors> {
    return this.#resource.at('vectors').ask({ method: 'POST', isLong: true }, options);
  }

  /** Looks at all of them, in steps. Without a deadline each step has its own. */
  async lookAtAll({
    onProgress,
    ...options
  }: CallOptions & { onProgress?: (looked: LookedVectors) => void } = {}): Promise<LookedVectors> {
    const left = startDeadline(options.deadline);
    for (;;) {
      const looked = await this.look({ ...options, deadline: left() });
      onProgress?.(looked);
      if (looked.lack === 0) return looked;
      await pause(BETWEEN, options.signal);
    }
  }

  /** Makes a run of them. All attempts share one request id, so that one run is made. */
  make(options?: CallOptions): Promise<SuggestedRun> {
    return this.#resource.ask({ method: 'POST', key: randomId(), isLong: true }, options);
  }
}

/** Milliseconds between two steps. */
const BETWEEN = 200;
