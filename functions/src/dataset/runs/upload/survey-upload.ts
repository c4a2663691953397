import { ImportFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import type { ImageKey, RunLoss } from '../../../../../packages/formats/src/runs/raw.ts';
import { MOST_PREDICTIONS, runLine } from '../../../../../packages/records/src/run-lines.ts';
import { UnreadList } from '../../import/unread-list.ts';
import { type Reading, readPredictions } from './read-predictions.ts';

/** Images of one file. */
const MOST_IMAGES = 1_000_000;
/** Characters of what is said of one image. */
const MOST_LINE = 900_000;

/** A label of the file. */
export interface SurveyedLabel {
  label: string;
  /** Null: it is no tag of the dataset, or left out, and its predictions are, too. */
  tag: string | null;
  predictions: number;
}

/** What is said of an image. */
interface Size {
  predictions: number;
  characters: number;
}

export interface Survey {
  /** By their ids. */
  images: ReadonlyMap<string, Size>;
  labels: SurveyedLabel[];
  /** Images of the file that are none of the dataset. */
  unmatched: UnreadList;
  lost: Partial<Record<RunLoss, number>>;
}

/** Reads the file once, and keeps numbers only. @throws ImportFault, FileFault */
export async function surveyUpload(reading: Reading): Promise<Survey> {
  const images = new Map<string, Size>();
  const labels = new Map<string, SurveyedLabel>();
  const unmatched = new UnreadList();
  const lost: Survey['lost'] = {};
  const lose = (kind: RunLoss, count = 1) => {
    lost[kind] = (lost[kind] ?? 0) + count;
  };
  for await (const { key, image, predictions, labels: said, lost: losses } of readPredictions(reading)) {
    if (image === undefined) {
      unmatched.add({ path: nameOf(key), reason: 'no image, or more than one, is called this' });
      continue;
    }
    for (const [kind, count] of losses) lose(kind, count);
    for (const each of said) {
      const known = labels.get(each.label) ?? { ...each, predictions: 0 };
      known.predictions += 1;
      labels.set(each.label, known);
    }
    const before = (!reading.file.isWhole && images.get(image)) || { predictions: 0, characters: 0 };
    const size = {
      predictions: before.predictions + predictions.length,
      characters: before.characters + runLine({ image, predictions }).length,
    };
    if (size.characters > MOST_LINE)
      throw new ImportFault(
        `the predictions of image ${image} take ${size.characters} characters; at most ${MOST_LINE}`,
      );
    images.set(image, size);
    if (images.size > MOST_IMAGES) throw new ImportFault(`it has more than ${MOST_IMAGES} images`);
  }
  for (const { predictions } of images.values())
    if (predictions > MOST_PREDICTIONS)
      lose('predictions beyond the best 1000 of an image', predictions - MOST_PREDICTIONS);
  return { images, labels: [...labels.values()], unmatched, lost };
}

const nameOf = ({ id, name, uri, stem, number, digits }: ImageKey): string =>
  id ?? name ?? uri ?? stem ?? `image ${number ?? digits}`;
