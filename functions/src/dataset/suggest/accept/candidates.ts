/** Which images an acceptance is about, and what a person must say of them (Contract 15). */
import { createHash } from 'node:crypto';
import { auditSize, drawSample } from '../../../../../packages/look/src/acceptance.ts';
import { HttpError } from '../../../common/errors.ts';
import type { ImageRecord } from '../../../common/model.ts';
import type { JudgedImage, SuggestedImage } from '../../../common/runs/acceptance-ports.ts';
import type { RunImage } from '../../../common/runs/run-lines.ts';

export interface Wanted {
  atLeast: number;
  /** Only images of this class; null: of any. */
  tag: string | null;
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
  { atLeast, tag: wanted }: Wanted,
): Pick<SuggestedImage, 'image' | 'tag' | 'score'> | null {
  const tag = likeliest && classes.get(likeliest.tag);
  if (tag === undefined || likeliest!.score < atLeast || (wanted !== null && tag !== wanted)) return null;
  return { image, tag, score: likeliest!.score };
}

/** Which of them a person judges: the same of the same run. */
export function sampleOf<S extends SuggestedImage>(
  suggestions: readonly S[],
  { hash, precision, ...wanted }: Wanted & { hash: string; precision: number },
): Set<S> {
  const tags = [...new Set(suggestions.map(({ tag }) => tag))].sort();
  const labels = new Map(tags.map((tag, label) => [tag, label]));
  const digest = createHash('sha256').update(JSON.stringify([hash, wanted.atLeast, wanted.tag]));
  const places = drawSample(
    suggestions.map(({ tag, score }) => ({ label: labels.get(tag)!, score })),
    auditSize(suggestions.length, precision),
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
  judged: readonly JudgedImage[],
): readonly JudgedImage[] {
  const answers = new Map(judged.map((each) => [each.image, each]));
  const found = sample.map(({ image }) => answers.get(image) ?? missing(image));
  const others = new Set(sample.map(({ image }) => image));
  const wrong = judged.find(({ image }) => !others.delete(image));
  if (wrong) throw unfit(`${wrong.image.slice(0, 60)} is not in it, or named twice`);
  return found;
}

const unfit = (flaw: string) =>
  new HttpError('bad parameter', { reason: `judged must name each image of the sample once: ${flaw}` });

const missing = (image: string): never => {
  throw unfit(`${image} is missing`);
};
