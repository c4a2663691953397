import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Prediction } from '../../data/runs/run-images.ts';
import type { Texts } from '../../text/en.ts';
import { percent } from '../../text/time.ts';

export interface Words {
  label: string;
  predicted: string;
}

interface Say {
  text: Texts;
  language: string;
  nameOf: (tag: string) => string;
}

/** What people and what the model say about an image, each in a few words. */
export function wordsOf(
  image: ListedImage,
  predictions: readonly Prediction[],
  { text, language, nameOf }: Say,
): Words {
  const [first] = predictions;
  const marks = image.tags.length + image.masks.length;
  const label =
    image.tag !== null
      ? nameOf(image.tag)
      : marks > 0
        ? text.annotations(marks)
        : image.checked
          ? text.nothingHere
          : text.unlabelled;
  if (!first) return { label, predicted: text.models.nothing };
  const hasPlaces = predictions.some(({ box, rle }) => box || rle);
  const predicted = hasPlaces
    ? text.models.predictions(predictions.length)
    : `${nameOf(first.tag)} ${percent(language, first.score)}`;
  return { label, predicted };
}

/** Those to show, highest score first. */
export const shownPredictions = (predictions: readonly Prediction[], minScore = 0): Prediction[] =>
  predictions.filter(({ score }) => score >= minScore).toSorted((a, b) => b.score - a.score);
