import { ClassificationEvaluator } from '../../../../../../packages/evaluate/src/classification.ts';
import { DetectionEvaluator, type TrueObject } from '../../../../../../packages/evaluate/src/detection.ts';
import { Inspection } from '../../../../../../packages/evaluate/src/inspection.ts';
import type { Measured } from '../../../../../../packages/evaluate/src/resample.ts';
import type { Classes } from '../../../../../../packages/formats/src/write/export-source.ts';
import type { ManifestImage } from '../../../../../../packages/records/src/manifest.ts';
import type { Prediction } from '../../../../../../packages/records/src/run-lines.ts';
import { HttpError } from '../../../../common/errors.ts';
import { type Drawn, type Kind, nameOf, predictedObjects, type ReadMask, trueObjects } from './truth.ts';

export interface EvaluationOptions {
  kind: Kind;
  classes: Classes;
  /** Classes of bad parts; absent or empty: nothing is inspected. */
  bad?: readonly string[] | undefined;
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
  /** For the inspection: the near copies that the image belongs to; its burst unless given. */
  group?: number | undefined;
}

/** What one run says of the images of a version. */
export class Evaluation {
  readonly measured: Measured & { figures(): object };
  /** Predictions of tags that have no class in the version. */
  unclassed = 0;
  size = 0;
  /** Null if no class is bad. */
  readonly inspection: Inspection | null;
  readonly #classes: Classes;
  readonly #bad: ReadonlySet<string>;
  readonly #kind: Kind;
  readonly #add: (adding: Adding) => void;

  constructor({ kind, classes, bad = [], overlap, threshold }: EvaluationOptions) {
    this.#classes = classes;
    this.#bad = new Set(bad);
    this.#kind = kind;
    this.inspection = bad.length > 0 ? new Inspection() : null;
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
    this.#inspect(adding);
  }

  #inspect({ image, predictions, burst, group = burst }: Adding): void {
    if (!this.inspection) return;
    const said = this.#named(predictions);
    const truth = [image.class, ...image.objects.map((each) => each.class)];
    this.inspection.add({
      group,
      isBad: truth.some((name) => this.#bad.has(name)),
      badness: badnessOf(said, this.#bad, this.#kind),
    });
  }

  #named(predictions: readonly Prediction[]): Scored[] {
    return predictions.flatMap(({ tag, score }) => {
      const name = nameOf(tag, this.#classes);
      return name === undefined ? [] : [{ class: name, score }];
    });
  }

  #addClass({ image, predictions, burst }: Adding, evaluator: ClassificationEvaluator): void {
    evaluator.add({ burst, truth: image.class, predictions: this.#named(predictions) });
  }

  #addObjects({ image, predictions, burst }: Adding, evaluator: DetectionEvaluator, kind: Drawn): void {
    const seen = predictedObjects(predictions, image, kind, this.#classes);
    evaluator.add({ burst, truth: image.objects, predictions: seen });
  }
}

interface Scored {
  class: string;
  score: number;
}

/**
 * How sure a model is that a part is bad: of objects the highest score of a bad one; of classes the sum of the bad ones' scores,
 * or what the others leave of 1 where no bad one is named. 0 where nothing is named.
 */
function badnessOf(said: readonly Scored[], bad: ReadonlySet<string>, kind: Kind): number {
  const ofBad = said.filter((each) => bad.has(each.class)).map(({ score }) => score);
  if (kind !== 'classes') return Math.max(0, ...ofBad);
  if (said.length === 0) return 0;
  const scores = ofBad.length > 0 ? ofBad : said.map(({ score }) => score);
  const sum = Math.min(
    1,
    scores.reduce((total, score) => total + score, 0),
  );
  return ofBad.length > 0 ? sum : 1 - sum;
}
