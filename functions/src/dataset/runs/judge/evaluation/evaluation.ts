import { ClassificationEvaluator } from '../../../../../../packages/evaluate/src/classification.ts';
import { DetectionEvaluator, type TrueObject } from '../../../../../../packages/evaluate/src/detection.ts';
import type { Measured } from '../../../../../../packages/evaluate/src/resample.ts';
import { HttpError } from '../../../../common/errors.ts';
import type { Prediction } from '../../../../common/runs/run-lines.ts';
import type { ManifestImage } from '../../../../common/versions/manifest.ts';
import type { Classes } from '../../../formats/export-source.ts';
import { type Drawn, type Kind, nameOf, predictedObjects, type ReadMask, trueObjects } from './truth.ts';

export interface EvaluationOptions {
  kind: Kind;
  classes: Classes;
  /** The package's own, unless given. */
  overlap?: number | undefined;
  threshold?: number | undefined;
}

/** An image of a version with what is true of it. */
export interface KnownImage extends Pick<ManifestImage, 'width' | 'height'> {
  /** `''` unless images have classes. */
  class: string;
  objects: readonly TrueObject[];
}

/** @returns null for an image without class, of which nothing can be right */
export async function knownImage(
  image: ManifestImage,
  { kind, classes }: EvaluationOptions,
  readMask: ReadMask,
): Promise<KnownImage | null> {
  const { width, height } = image;
  if (kind !== 'classes')
    return { width, height, class: '', objects: await trueObjects(image, kind, { classes, readMask }) };
  const name = nameOf(image.tag, classes);
  return name === undefined ? null : { width, height, class: name, objects: [] };
}

/** Predictions and objects that one evaluation holds: each takes some 60 bytes. */
const MOST = 4_000_000;

interface Adding {
  image: KnownImage;
  predictions: readonly Prediction[];
  /** Its number, from 0. */
  burst: number;
}

/** What one run says of the images of a version. */
export class Evaluation {
  readonly measured: Measured & { figures(): object };
  /** Predictions of tags that have no class in the version. */
  unclassed = 0;
  size = 0;
  readonly #classes: Classes;
  readonly #add: (adding: Adding) => void;

  constructor({ kind, classes, overlap, threshold }: EvaluationOptions) {
    this.#classes = classes;
    const options = {
      classes: classes.names,
      ...(overlap !== undefined && { overlap }),
      ...(threshold !== undefined && { threshold }),
    };
    if (kind === 'classes') {
      const evaluator = new ClassificationEvaluator(options);
      this.measured = evaluator;
      this.#add = (adding) => this.#addClass(adding, evaluator);
    } else {
      const evaluator = new DetectionEvaluator(options);
      this.measured = evaluator;
      this.#add = (adding) => this.#addObjects(adding, evaluator, kind);
    }
  }

  /** @throws HttpError `run too large` */
  add(adding: Adding): void {
    const { image, predictions } = adding;
    this.size += predictions.length + image.objects.length;
    if (this.size > MOST) throw new HttpError('run too large');
    for (const { tag } of predictions) if (nameOf(tag, this.#classes) === undefined) this.unclassed += 1;
    this.#add(adding);
  }

  #addClass({ image, predictions, burst }: Adding, evaluator: ClassificationEvaluator): void {
    const named = predictions.flatMap(({ tag, score }) => {
      const name = nameOf(tag, this.#classes);
      return name === undefined ? [] : [{ class: name, score }];
    });
    evaluator.add({ burst, truth: image.class, predictions: named });
  }

  #addObjects({ image, predictions, burst }: Adding, evaluator: DetectionEvaluator, kind: Drawn): void {
    const seen = predictedObjects(predictions, image, kind, this.#classes);
    evaluator.add({ burst, truth: image.objects, predictions: seen });
  }
}
