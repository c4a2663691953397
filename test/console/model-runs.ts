/** Runs of models over the sample data, sent as programs send them. */
import { rleOf } from '../support/rle-of.ts';
import type { ConsoleStage } from './stage.ts';

interface Image {
  id: string;
  width: number;
  height: number;
  tag: string | null;
  tags: { tag: string; x: number; y: number; w: number; h: number }[];
}

type Rle = { counts: string; size: [height: number, width: number] };
type Predictions = { tag: string; score: number; box?: number[]; rle?: Rle }[];

export async function ask<T>(stage: ConsoleStage, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${stage.baseUrl}/dataset/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${said}`);
  return JSON.parse(said) as T;
}

export const imagesOf = async (stage: ConsoleStage, dataset: string): Promise<Image[]> =>
  (await ask<{ images: Image[] }>(stage, 'GET', `${dataset}/images?limit=200`)).images;

/** A closed run. @param say what its model says of the image at this place */
export async function makeRun(
  stage: ConsoleStage,
  dataset: string,
  name: string,
  say: (image: Image, at: number) => Predictions,
  trainedOn?: number,
): Promise<number> {
  const images = await imagesOf(stage, dataset);
  const begun = { name, model: 'resnet18', live: true, ...(trainedOn && { trainedOn }) };
  const { number } = await ask<{ number: number }>(stage, 'POST', `${dataset}/run`, begun);
  const predictions = images.map((image, at) => ({ image: image.id, predictions: say(image, at) }));
  await ask(stage, 'POST', `${dataset}/run/${number}/predictions`, { predictions });
  await ask(stage, 'POST', `${dataset}/run/${number}/close`);
  return number;
}

/** Wrong about each image whose place this divides. */
export const wrongAtEach =
  (step: number, tags: readonly [string, string]) =>
  ({ tag }: Image, at: number): Predictions => {
    const right = tag ?? tags[0];
    const other = tags[0] === right ? tags[1] : tags[0];
    const [first, second] = at % step === 0 ? [other, right] : [right, other];
    const score = 0.6 + (at % 4) / 10;
    return [
      { tag: first, score },
      { tag: second, score: 1 - score },
    ];
  };

/** Boxes of people, a little moved; each third is missed, and each fifth image has one too many. */
export function movedBoxes({ tags }: Image, at: number): Predictions {
  const seen = tags
    .filter((_, place) => (at + place) % 3 !== 0)
    .map(({ tag, x, y, w, h }, place) => ({
      ...{ tag, score: 0.5 + ((at + place) % 5) / 10 },
      box: [x + w * 0.05, y, w * 0.95, h].map((share) => Math.min(1, Math.max(0, share))),
    }));
  const extra = { tag: tags[0]?.tag ?? 'bolt', score: 0.7, box: [0.02, 0.02, 0.1, 0.1] };
  return at % 5 === 0 && tags.length > 0 ? [...seen, extra] : seen;
}

/** An ellipse in each box of a person. */
export const ellipses = ({ tags, width, height }: Image): Predictions =>
  tags.map(({ tag, x, y, w, h }) => {
    const isInside = (column: number, row: number) =>
      Math.hypot((2 * (column / width - x)) / w - 1, (2 * (row / height - y)) / h - 1) < 1;
    return { tag, score: 0.75, rle: rleOf(isInside, { width, height }) };
  });
