import type { Answer, Body, Query } from './answer.ts';
import { type Download, openExport } from './download.ts';
import type { Resource } from './resource.ts';
import { inSteps, type StepOptions } from './steps.ts';
import { type CallOptions, randomId, startDeadline } from './transport.ts';
import { type ArchiveSource, sendArchive } from './upload-archive.ts';

type MadeAnswer = Answer<'POST /dataset/{dataset_id}/run'>;
type ListAnswer = Answer<'GET /dataset/{dataset_id}/run'>;

/** `upload`: URL that takes the bytes of its file; absent for an open run. */
export type MadeRun = Pick<MadeAnswer, 'number' | 'upload'>;
export type Run = ListAnswer['runs'][number];
export type RunCounts = NonNullable<Run['counts']>;
type PredictRoute = 'POST /dataset/{dataset_id}/run/{run}/predictions';
/** What the model said about an image: nothing, or predictions with shares of the upright image. */
export type PredictedImage = Body<PredictRoute>['predictions'][number];
/** `unknown`: images that the dataset does not have, or, for a camera, that are not of its monitor. */
export type Predicted = Pick<Answer<PredictRoute>, 'kept' | 'unknown'>;
/** `hash`: SHA-256 of the run's file. */
export type ReadyRun = Pick<
  Answer<'POST /dataset/{dataset_id}/run/{run}/close'>,
  'number' | 'hash' | 'counts'
>;

type DetectRoute = 'POST /dataset/{dataset_id}/run/{run}/detect';
/** `failed`: images that the detector could not look at; `lost`: predictions that were left out, by what it calls them. */
export type DetectedImages = Omit<Answer<DetectRoute>, 'error' | 'status'>;

type CheckRoute = 'POST /dataset/{dataset_id}/run/{run}/check';
/** How a run's file is read: `score` for predictions that have none, `version` by whose exports it names images and classes. */
export type RunFileOptions = Body<CheckRoute>;
/** What the file of a run says, and what of it is left out. */
export type CheckedRun = Omit<Answer<CheckRoute>, 'error' | 'status'>;

type EvaluateAnswer = Answer<'POST /dataset/{dataset_id}/run/{run}/evaluate'>;
type CompareAnswer = Answer<'GET /dataset/{dataset_id}/run/{run}/compare/{other}'>;
type ImagesAnswer = Answer<'GET /dataset/{dataset_id}/run/{run}/images'>;

/** How well a run agrees with a version. */
export type RunReport = EvaluateAnswer['report'];
export type RunComparison = Omit<CompareAnswer, 'error' | 'status'>;
export type JudgedImage = ImagesAnswer['images'][number];

export type RunFormat = Query<'GET /dataset/{dataset_id}/run/{run}/export'>['format'];

type TrainingSet = RunReport['set'];
export type RunOrder = 'disagreement' | 'uncertain' | 'missed' | 'extra' | 'score';

export interface EvaluateOptions {
  /** Number of the version; the last ready one if it is absent. */
  version?: number | 'latest';
  /** TEST if it is absent. */
  set?: TrainingSet;
  /** What a right prediction overlaps at least; 0.5 if it is absent. Not for images with classes. */
  iou?: number;
  /** Predictions with lower scores are not in the confusion matrix. */
  threshold?: number;
}

export interface RunImagesOptions {
  /** `disagreement` if it is absent. */
  order?: RunOrder;
  /** Tag id of a label, and of the prediction at the same place; null: nothing is there. */
  class?: string | null;
  predicted?: string | null;
  minScore?: number;
  set?: JudgedImage['set'];
  /** Number of another run: only images where this one has more of the order. */
  against?: number;
  /** Only this image, also where the order would leave it out. */
  image?: string;
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
}

export interface NewRun {
  name: string;
  /** Whatever you call the model. */
  model?: string;
  /** Number of the version that it was trained on. */
  trainedOn?: number;
  /** An open run, which is told its predictions while images arrive. */
  live?: boolean;
  /** A run of the dataset's detector, or Cloud Vision; `detect` makes it. */
  source?: 'detect';
  /** Of such a run: the images that it looks at; all if it is absent. */
  filter?: Body<'POST /dataset/{dataset_id}/run'>['filter'];
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

  /**
   * Begins a run and sends its file; `check` and `finish` read it.
   * @param options.onProgress called with the bytes that have arrived
   * @returns the run's number
   */
  async upload(
    run: Omit<NewRun, 'live' | 'source' | 'filter'>,
    file: ArchiveSource,
    { onProgress, ...options }: CallOptions & { onProgress?: (sent: number, size: number) => void } = {},
  ): Promise<number> {
    const left = startDeadline(options.deadline);
    const { number, upload = '' } = await this.make(run, options);
    const sending = { onProgress, signal: options.signal, deadline: left() };
    await sendArchive(upload, file, sending, this.#resource.transport.settings);
    return number;
  }

  /** What the file of a run says; changes nothing. */
  check(number: number, asked: RunFileOptions = {}, options?: CallOptions): Promise<CheckedRun> {
    return this.#post(number, 'check', { json: asked, isLong: true }, options);
  }

  /** Makes a run of its file. If a call was interrupted, the next one begins again. */
  finish(number: number, asked: RunFileOptions = {}, options?: CallOptions): Promise<ReadyRun> {
    return this.#post(number, 'make', { json: asked, isLong: true }, options);
  }

  /** Tells an open run what the model said, of at most 500 images. The same image again replaces what was said before. */
  predict(number: number, predictions: readonly PredictedImage[], options?: CallOptions): Promise<Predicted> {
    return this.#post(number, 'predictions', { json: { predictions } }, options);
  }

  /** Closes an open run. If a call was interrupted, the next one continues. */
  close(number: number, options?: CallOptions): Promise<ReadyRun> {
    return this.#post(number, 'close', { isLong: true }, options);
  }

  /**
   * Runs the detector over the images of a run that was made with `source: 'detect'`, in steps, until it is ready. If a call was
   * interrupted, or the detector was away, the next one continues. Without a deadline each step has its own.
   */
  detect(number: number, options?: StepOptions<DetectedImages>): Promise<DetectedImages> {
    return inSteps(
      (each) => this.#post<DetectedImages>(number, 'detect', { isLong: true }, each),
      ({ left }) => left,
      options,
    );
  }

  async delete(number: number, options?: CallOptions): Promise<void> {
    await this.#resource.at(number).ask({ method: 'DELETE' }, options);
  }

  /** How well a run agrees with a version. The same question is answered at once the next time. */
  evaluate(
    number: number,
    { version = 'latest', ...asked }: EvaluateOptions = {},
    options?: CallOptions,
  ): Promise<{ version: number; report: RunReport }> {
    return this.#post(number, 'evaluate', { json: { version, ...asked }, isLong: true }, options);
  }

  /** Two runs on the same images of a version: each figure with its difference, `b` minus `a`, and its interval. */
  compare(
    a: number,
    b: number,
    { version = 'latest', set }: Pick<EvaluateOptions, 'version' | 'set'> = {},
    options?: CallOptions,
  ): Promise<RunComparison> {
    const resource = this.#resource.at(a, 'compare', b);
    return resource.ask({ method: 'GET', query: { version, set }, isLong: true }, options);
  }

  /** Images by how predictions and labels disagree, a page at a time. */
  images(
    number: number,
    { class: label, predicted, ...asked }: RunImagesOptions = {},
    options?: CallOptions,
  ): Promise<{ images: JudgedImage[]; next: string | null }> {
    const query = {
      ...asked,
      class: label === null ? '' : label,
      predicted: predicted === null ? '' : predicted,
    };
    return this.#resource.at(number, 'images').ask({ method: 'GET', query }, options);
  }

  /** Sends the first images of an order to review. @returns their ids */
  async review(
    number: number,
    asked: { count: number; order?: RunOrder; spread?: 'session' | 'none' },
    options?: CallOptions,
  ): Promise<string[]> {
    return (await this.#post<{ images: string[] }>(number, 'review', { json: asked }, options)).images;
  }

  #post<T>(
    number: number,
    action: string,
    asked: { json?: unknown; isLong?: boolean },
    options?: CallOptions,
  ): Promise<T> {
    return this.#resource.at(number, action).ask<T>({ method: 'POST', ...asked }, options);
  }

  /**
   * Streams what a run says. A large file is fetched from Storage through a link, without credentials.
   * @param options.version of `coco` and `yolo`: in whose exports images and classes have these numbers and names
   */
  async export(
    number: number,
    format: RunFormat,
    { version, ...options }: CallOptions & { version?: number | 'latest' } = {},
  ): Promise<Download> {
    const resource = this.#resource.at(number, 'export');
    return (await openExport(resource, { format, version }, options)).download;
  }
}
