import type { Answer, Body, Query } from './answer.ts';
import type { Resource } from './resource.ts';
import { inSteps, type StepOptions } from './steps.ts';
import { type CallOptions, randomId } from './transport.ts';

/** `lack`: images that have not been looked at. */
export type LookedVectors = Pick<
  Answer<'POST /dataset/{dataset_id}/suggest/vectors'>,
  'have' | 'lack' | 'unreadable'
>;
/** What suggestions rest on, and how good they would be. */
export type SuggestState = Omit<Answer<'GET /dataset/{dataset_id}/suggest'>, 'error' | 'status'>;
/** `run`: number of the run that says which class each image may have. */
export type SuggestedRun = Pick<Answer<'POST /dataset/{dataset_id}/suggest'>, 'run' | 'hash' | 'counts'>;

type AcceptRoute = 'POST /dataset/{dataset_id}/run/{run}/accept';
type JudgeRoute = 'POST /dataset/{dataset_id}/acceptance/{acceptance}';
/** `suggestions`: images that would get their class; `sample`: those of them that a person judges first. */
export type MadeAcceptance = Omit<Answer<AcceptRoute>, 'error' | 'status'>;
/** `seen`: the revision that was looked at; `tag`: the class of one that is not right, if it is known. */
export type JudgedSample = Body<JudgeRoute>['judged'];
/** `bound`: at least this share is right, with 95 % confidence; `stale`: images that had changed. */
export type AcceptedSuggestions = Omit<Answer<JudgeRoute>, 'error' | 'status'>;
/** `changed`: images that somebody has changed since, and that keep their class. */
export type RestoredSuggestions = Omit<Answer<`${JudgeRoute}/undo`>, 'error' | 'status'>;

type FindRoute = 'GET /dataset/{dataset_id}/find';
/** `distance`: of what the pictures look like. */
export type SimilarImage = Answer<'GET /dataset/{dataset_id}/images/{image}/similar'>['images'][number];
/** `duplicates`: groups of near copies; `outliers`: images that look like no other; `wrong`: labels that the others deny; `unusual`: far from the good ones. */
export type FindKind = Query<FindRoute>['kind'];
/** `good`: tag of the good ones, of `unusual`; `after`: `next` of the previous page. */
export type FindOptions = Omit<Query<FindRoute>, 'kind'>;
export type FoundPage = Pick<Answer<FindRoute>, 'images' | 'next'>;

/** Classes for images that nobody has labelled, from a few labels. `dataset.update({ suggest: 'builtin' })` switches them on. */
export class Suggestions {
  readonly #dataset: Resource;
  readonly #resource: Resource;

  constructor(dataset: Resource) {
    this.#dataset = dataset;
    this.#resource = dataset.at('suggest');
  }

  state(options?: CallOptions): Promise<SuggestState> {
    return this.#resource.ask({ method: 'GET', isLong: true }, options);
  }

  /** Looks at pictures that have not been seen, for 40 seconds. */
  look(options?: CallOptions): Promise<LookedVectors> {
    return this.#resource.at('vectors').ask({ method: 'POST', isLong: true }, options);
  }

  /** Looks at all of them, in steps. Without a deadline each step has its own. */
  lookAtAll(options?: StepOptions<LookedVectors>): Promise<LookedVectors> {
    return inSteps(
      (each) => this.look(each),
      ({ lack }) => lack,
      options,
    );
  }

  /** Makes a run of them. All attempts share one request id, so that one run is made. */
  make(options?: CallOptions): Promise<SuggestedRun> {
    return this.#resource.ask({ method: 'POST', key: randomId(), isLong: true }, options);
  }

  /** Asks what must be judged before suggestions of a run are accepted. All attempts share one request id. */
  accept(run: number, asked: Body<AcceptRoute>, options?: CallOptions): Promise<MadeAcceptance> {
    const request = { method: 'POST', json: asked, key: randomId(), isLong: true } as const;
    return this.#dataset.at('run', run, 'accept').ask(request, options);
  }

  /** Accepts them in steps, if enough of the sample is right; otherwise SightlineError 409 with `bound` in its body. */
  judge(
    acceptance: string,
    judged: JudgedSample,
    options?: StepOptions<AcceptedSuggestions>,
  ): Promise<AcceptedSuggestions> {
    return this.#work([acceptance], { json: { judged } }, options);
  }

  /** Takes accepted suggestions back, in steps. What was judged of the sample stays. */
  undo(acceptance: string, options?: StepOptions<RestoredSuggestions>): Promise<RestoredSuggestions> {
    return this.#work([acceptance, 'undo'], {}, options);
  }

  /** The images that look most like one, nearest first. */
  async similar(
    image: string,
    query: { limit?: number } = {},
    options?: CallOptions,
  ): Promise<SimilarImage[]> {
    const resource = this.#dataset.at('images', image, 'similar');
    const { images } = await resource.ask<{ images: SimilarImage[] }>(
      { method: 'GET', query, isLong: true },
      options,
    );
    return images;
  }

  /** Images that need a look, those that need it most first. */
  find(kind: FindKind, found: FindOptions = {}, options?: CallOptions): Promise<FoundPage> {
    return this.#dataset.at('find').ask({ method: 'GET', query: { kind, ...found }, isLong: true }, options);
  }

  #work<T extends { left: number }>(path: string[], asked: object, options?: StepOptions<T>): Promise<T> {
    const resource = this.#dataset.at('acceptance', ...path);
    const step = (each: CallOptions) => resource.ask<T>({ method: 'POST', ...asked, isLong: true }, each);
    return inSteps(step, ({ left }) => left, options);
  }
}
