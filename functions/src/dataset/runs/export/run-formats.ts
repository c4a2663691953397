import type { Prediction } from '../../../common/runs/run-lines.ts';
import { joinedEntries } from '../../coco-json.ts';
import { type Classes, SHORT_SETS } from '../../formats/export-source.ts';
import { rounded, roundedPixels } from '../../formats/outline/unit-box.ts';
import { yamlNames } from '../../formats/yolo.ts';
import type { ZipFile } from '../../zip/zip-files.ts';
import { boundsOf, type UnitBox } from '../judge/unit-boxes.ts';
import type { SaidImage } from './said-images.ts';

export const RUN_FORMATS = ['coco', 'yolo', 'ndjson'] as const;
export type RunFormat = (typeof RUN_FORMATS)[number];

type SaidImages = AsyncIterable<SaidImage>;

/** COCO's results, as `loadRes` of pycocotools reads them beside the annotations of the version. */
export async function* cocoResults(images: SaidImages, classes: Classes): AsyncGenerator<string> {
  yield '[';
  yield* joinedEntries(cocoEntries(images, classes));
  yield '\n]\n';
}

async function* cocoEntries(images: SaidImages, classes: Classes): AsyncGenerator<object[]> {
  for await (const { image, number, name, predictions } of images) {
    const { width, height } = image;
    if (width === 0 || height === 0) continue;
    yield placesOf(predictions, classes).map(({ place: [x, y, w, h], score, is, rle }) => ({
      image_id: number,
      file_name: name.file,
      category_id: is + 1,
      bbox: [x * width, y * height, w * width, h * height].map(roundedPixels),
      score,
      ...(rle && { segmentation: rle }),
    }));
  }
}

/** Labels as Ultralytics writes them with `save_conf`: class, center, width, height and score, beside names of the classes. */
export async function* yoloFiles(images: SaidImages, classes: Classes): AsyncGenerator<ZipFile> {
  yield { path: 'data.yaml', content: [Buffer.from(`${yamlNames(classes.names).join('\n')}\n`)] };
  for await (const { image, name, predictions } of images) {
    const lines = placesOf(predictions, classes).map(({ place: [x, y, w, h], score, is }) => {
      const box = [x + w / 2, y + h / 2, w, h].map(rounded);
      return `${[is, ...box, score].join(' ')}\n`;
    });
    const path = `labels/${SHORT_SETS[image.set]}/${name.stem}.txt`;
    yield { path, content: [Buffer.from(lines.join(''))] };
  }
}

interface Placed extends Pick<Prediction, 'score' | 'rle'> {
  place: UnitBox;
  /** Number of the class in the version, from 0. */
  is: number;
}

/** Those of a class of the version, with a place. */
function placesOf(predictions: readonly Prediction[], classes: Classes): Placed[] {
  return predictions.flatMap((each) => {
    const [is, place] = [classes.of(each.tag), boundsOf(each)];
    return is === undefined || !place ? [] : [{ ...each, is, place }];
  });
}
