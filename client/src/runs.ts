import type {
  AddPredictionsAnswer,
  AddPredictionsRequest,
  CheckRunAnswer,
  CheckRunRequest,
  ChooseRunPointAnswer,
  ChooseRunPointRequest,
  CloseRunAnswer,
  CompareRunsAnswer,
  DetectRunAnswer,
  EvaluateRunAnswer,
  EvaluateRunRequest,
  ListRunImagesAnswer,
  MakeRunAnswer,
  MakeRunRequest,
  Routes,
} from './api.ts';
import { RunsCalls } from './calls.ts';
import type { OfLatest, Told } from './group.ts';
import { type CallOptions, startDeadline } from './transport.ts';
import { type ArchiveSource, sendArchive, sizeOf } from './upload-archive.ts';

export type { JudgedImage, Run, RunCounts, RunPoint } from './api.ts';
/** `upload`: URL that takes the bytes of its file; absent for an open run. */
export type MadeRun = Told<MakeRunAnswer>;
/** What the model said about an image: nothing, or predictions with shares of the upright image. */
export type PredictedImage = AddPredictionsRequest['predictions'][number];
/** `unknown`: images that the dataset does not have, or, for a camera, that are not of its monitor. */
export type Predicted = Told<AddPredictionsAnswer>;
/** `hash`: SHA-256 of the run's file. */
export type ReadyRun = Told<CloseRunAnswer>;
/** `failed`: images that the detector could not look at; `lost`: predictions that were left out, by what it calls them. */
export type DetectedImages = Told<DetectRunAnswer>;
/** How a run's file is read: `score` for predictions that have none, `version` by whose exports it names images and classes. */
export type RunFileOptions = CheckRunRequest;
/** What the file of a run says, and what of it is left out. */
export type CheckedRun = Told<CheckRunAnswer>;
/** How well a run agrees with a version. */
export type RunReport = EvaluateRunAnswer['report'];
export type RunComparison = Told<CompareRunsAnswer>;
/** `lacking`: groups of images without an error that are missing until the interval keeps the limit too. */
export type ChosenPoint = Told<ChooseRunPointAnswer>;
export type PointOptions = OfLatest<ChooseRunPointRequest>;
export type EvaluateOptions = OfLatest<EvaluateRunRequest>;
export type RunFormat = Routes['GET /dataset/{dataset_id}/run/{run}/export']['query']['format'];
export type NewRun = MakeRunRequest;

type ImagesQuery = Routes['GET /dataset/{dataset_id}/run/{run}/images']['query'];
export type RunOrder = NonNullable<ImagesQuery['order']>;
/** `class`, `predicted`: tag id of a label, and of the prediction at the same place; null: nothing is there. */
export type RunImagesOptions = Omit<ImagesQuery, 'class' | 'predicted'> & {
  class?: string | null;
  predicted?: string | null;
};

export class Runs extends RunsCalls {
  /**
   * Begins a run and sends its file; `check` and `finish` read it.
   * @param options.onProgress called with the bytes that have arrived
   * @returns the run's number
   */
  async upload(
    run: Omit<NewRun, 'live' | 'source' | 'filter' | 'size'>,
    file: ArchiveSource,
    { onProgress, ...options }: CallOptions & { onProgress?: (sent: number, size: number) => void } = {},
  ): Promise<number> {
    const left = startDeadline(options.deadline);
    const { number, upload = '' } = await this.make({ ...run, size: sizeOf(file) }, options);
    const sending = { onProgress, signal: options.signal, deadline: left() };
    await sendArchive(upload, file, sending, this.resource.transport.settings);
    return number;
  }

  /** Images by how predictions and labels disagree, a page at a time. */
  override images(
    number: number,
    { class: label, predicted, ...asked }: RunImagesOptions = {},
    options?: CallOptions,
  ): Promise<Told<ListRunImagesAnswer>> {
    const query = {
      ...asked,
      ...(label !== undefined && { class: label ?? '' }),
      ...(predicted !== undefined && { predicted: predicted ?? '' }),
    };
    return super.images(number, query, options);
  }
}
