import { inOrder } from '../../concurrency/src/in-order.ts';
import { LABELS_AHEAD } from '../src/read/budget.ts';
import type { Archive, Entry } from '../src/read/entry.ts';
import { withoutEnding } from '../src/read/image-index.ts';
import { FileFault, ImportFault } from '../src/read/import-fault.ts';
import { boundsOf } from '../src/read/outline-box.ts';
import { placesOf, type SaidImages } from '../src/runs/places.ts';
import type { PredictionFormat } from '../src/runs/prediction-format.ts';
import type { RawFile, RawImage, RawPrediction } from '../src/runs/raw.ts';
import type { TextFile } from '../src/write/archive-format.ts';
import { type Classes, SHORT_SETS } from '../src/write/export-source.ts';
import { rounded } from '../src/write/unit-box.ts';
import { namesOf, parseYaml } from './read.ts';
import { yamlNames } from './write.ts';

const TEXT = /\.txt$/i;
const LIST = /(^|\/)(classes|train|val|valid|test|readme[^/]*)\.txt$/i;
const YAML = /(^|\/)data\.ya?ml$/i;
/** Bytes of the texts of one image, and of the names of classes. */
const MOST_TEXT = 4 * 1024 * 1024;

/** Texts as Ultralytics saves them with `save_txt` and `save_conf`, one for each image; with `data.yaml` if classes have names. */
async function yoloFile(archive: Archive): Promise<RawFile> {
  const texts = archive.entries.filter(({ path }) => TEXT.test(path) && !LIST.test(path));
  if (texts.length === 0) throw new ImportFault('the archive has no texts with predictions');
  const yaml = archive.entries.find(({ path }) => YAML.test(path));
  const names = yaml && namesOf(await parseYaml(await archive.text(yaml, MOST_TEXT), yaml));
  return {
    isWhole: true,
    ...(names && { names }),
    images: () => inOrder(texts, (text) => imageOf(text, archive), LABELS_AHEAD),
  };
}

async function imageOf(text: Entry, archive: Archive): Promise<RawImage> {
  const lines = (await archive.text(text, MOST_TEXT)).split('\n');
  const predictions = lines.flatMap((line, at) => (line.trim() === '' ? [] : predictionOf(line, at, text)));
  return { key: { stem: withoutEnding(text.path) }, predictions };
}

/** As a classifier's texts have it: a score, then the name of a class. */
const CLASSIFIED = /^\s*([01](?:\.\d+)?|\.\d+)\s+(\S.*?)\s*$/;

/** Class, then center and size or an outline, then the score if there is one; or a classifier's line. @throws FileFault */
function predictionOf(line: string, at: number, { path }: Entry): RawPrediction {
  const [label = Number.NaN, ...values] = line.trim().split(/\s+/).map(Number);
  if (!Number.isInteger(label) || !values.every(Number.isFinite) || values.length < 4) {
    const [, said, name] = CLASSIFIED.exec(line) ?? [];
    if (name === undefined) throw new FileFault(`${path}, line ${at + 1} is not a prediction`);
    return { label: name, score: Number(said) };
  }
  const score = values.length % 2 === 1 ? values.at(-1) : undefined;
  const place = values.slice(0, values.length - (values.length % 2));
  const [cx = 0, cy = 0, w = 0, h = 0] = place;
  const isOutline = place.length > 4;
  const box = isOutline ? boundsOf([place]) : ([cx - w / 2, cy - h / 2, w, h] as const);
  return { label, score, unit: 'share', ...(box && { box }), ...(isOutline && { outlines: [place] }) };
}

/** Labels as Ultralytics writes them with `save_conf`: class, center, width, height and score, beside names of the classes. */
export async function* yoloFiles(images: SaidImages, classes: Classes): AsyncGenerator<TextFile> {
  yield { path: 'data.yaml', text: `${yamlNames(classes.names).join('\n')}\n` };
  for await (const { image, name, predictions } of images) {
    const lines = placesOf(predictions, classes).map(({ place: [x, y, w, h], score, is }) => {
      const box = [x + w / 2, y + h / 2, w, h].map(rounded);
      return `${[is, ...box, score].join(' ')}\n`;
    });
    const path = `labels/${SHORT_SETS[image.set]}/${name.stem}.txt`;
    yield { path, text: lines.join('') };
  }
}

export const yoloTexts: PredictionFormat = {
  sent: 'an archive of YOLO texts with confidences',
  kind: 'archive',
  open: yoloFile,
};
