/** Which images an acceptance is about, and what a person must say of them (Contract 15). */
import { createHash } from 'node:crypto';
import { auditSizes, drawSample } from '../../../../../packages/look/src/acceptance.ts';
import type { RunImage } from '../../../../../packages/records/src/run-lines.ts';
import { HttpError } from '../../../common/errors.ts';
import type { ImageRecord } from '../../../common/model.ts';
import type { AcceptedClass, ReviewedImage, SuggestedImage } from '../../../common/runs/acceptance-ports.ts';

export interface Wanted {
  threshold: number;
  /** Only images of these classes; null: of any. */
  tags: readonly string[] | null;
}

/** Nobody has said what it is; and what is in TEST, people say alone. */
export const isCandidate = ({ tag, set }: Pick<ImageRecord, 'tag' | 'set'>): boolean =>
  tag === null && set !== 'TEST';

/**
 * What a model believes most of an image, if that is wanted.
 * @param classes what each tag of the run is called now; tags that are no class are absent
 */
export function suggestionOf(
  { image, predictions: [likeliest] }: RunImage,
  classes: ReadonlyMap<string, string>,
  { threshold, tags: wanted }: Wanted,
): Pick<SuggestedImage, 'image' | 'tag' | 'score'> | null {
  const tag = likeliest && classes.get(likeliest.tag);
  if (tag === undefined || likeliest!.score < threshold || (wanted && !wanted.includes(tag))) return null;
  return { image, tag, score: likeliest!.score };
}

/** Which of them a person reviews: the same of the same run and classes. */
export function sampleOf<S extends SuggestedImage>(
  suggestions: readonly S[],
  {
    hash,
    precision,
    classes,
    ...wanted
  }: Wanted & { hash: string; precision: number; classes: readonly AcceptedClass[] },
): Set<S> {
  const labels = new Map(classes.map(({ tag }, label) => [tag, label]));
  const digest = createHash('sha256').update(JSON.stringify([hash, wanted.threshold, wanted.tags]));
  const places = drawSample(
    suggestions.map(({ tag, score }) => ({ label: labels.get(tag)!, score })),
    auditSizes(classes, precision),
    digest.digest().readUInt32BE(),
  );
  return new Set(places.map((place) => suggestions[place]!));
}

/**
 * What was said of the sample, in its order.
 * @throws HttpError `bad parameter` unless each image is named once, and no other
 */
export function answersOf(
  sample: readonly SuggestedImage[],
  reviewed: readonly ReviewedImage[],
): readonly ReviewedImage[] {
  const answers = new Map(reviewed.map((each) => [each.image, each]));
  const found = sample.map(({ image }) => answers.get(image) ?? missing(image));
  const others = new Set(sample.map(({ image }) => image));
  const wrong = reviewed.find(({ image }) => !others.delete(image));
  if (wrong) throw unfit(`${wrong.image.slice(0, 60)} is not in it, or named twice`);
  return found;
}

const unfit = (flaw: string) =>
  new HttpError('bad parameter', { reason: `reviewed must name each image of the sample once: ${flaw}` });

const missing = (image: string): never => {
  throw unfit(`${image} is missing`);
};
