/** Pascal VOC, by the rules of the development kit (VOC2012, section 9) and of torchvision's `VOCDetection`. */
import { type Files, type ReadBox, type ReadImage, text } from './read.ts';

export function readVoc(files: Files): ReadImage[] {
  return (['train', 'val', 'test'] as const).flatMap((set) =>
    lines(files, `ImageSets/Main/${set}.txt`).map((stem) => {
      const xml = text(files, `Annotations/${stem}.xml`);
      const bytes = files.get(`JPEGImages/${inner(xml, 'filename')}`);
      return {
        set,
        ...(bytes && { bytes }),
        classes: classesOf(files, set, stem),
        boxes: boxesOf(xml),
        masks: [],
      };
    }),
  );
}

const lines = (files: Files, path: string): string[] =>
  text(files, path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function classesOf(files: Files, set: string, stem: string): string[] {
  const found: string[] = [];
  for (const path of files.keys()) {
    const [, name] = new RegExp(`^ImageSets/Main/(.+)_${set}\\.txt$`).exec(path) ?? [];
    if (name === undefined) continue;
    const values = new Map(lines(files, path).map((line) => line.split(/\s+/) as [string, string]));
    if (!values.has(stem)) throw new Error(`${stem} is not in ${path}`);
    if (values.get(stem) === '1') found.push(name);
  }
  return found;
}

const inner = (xml: string, tag: string): string => {
  const [, found] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml) ?? [];
  if (found === undefined) throw new Error(`no ${tag}`);
  return found
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
};

/** Pixels are counted from 1, and both edges are in the box. */
function boxesOf(xml: string): ReadBox[] {
  const [width, height] = [Number(inner(xml, 'width')), Number(inner(xml, 'height'))];
  return Array.from(xml.matchAll(/<object>([\s\S]*?)<\/object>/g), ([, object = '']) => {
    const [x1, y1, x2, y2] = ['xmin', 'ymin', 'xmax', 'ymax'].map((tag) => Number(inner(object, tag))) as [
      number,
      number,
      number,
      number,
    ];
    if (x1 < 1 || y1 < 1 || x2 > width || y2 > height || x2 < x1 || y2 < y1)
      throw new Error('box outside of the image');
    const [left, top] = [x1 - 1, y1 - 1];
    return {
      name: inner(object, 'name'),
      box: [(left + x2) / 2 / width, (top + y2) / 2 / height, (x2 - left) / width, (y2 - top) / height],
    };
  });
}
