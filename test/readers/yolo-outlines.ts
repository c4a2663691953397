/** YOLO segmentation, by docs.ultralytics.com/datasets/segment and `verify_image_label` of the package `ultralytics`. */
import { parse } from 'yaml';
import { type Files, inFolder, type ReadImage, text } from './read.ts';
import { labelPath } from './yolo.ts';

interface Outlined {
  set: ReadImage['set'];
  bytes: Buffer;
  /** x and y in turns, 0 to 1. */
  objects: { name: string; outline: number[] }[];
}

export function readYoloOutlines(files: Files): Outlined[] {
  const { names } = parse(text(files, 'data.yaml')) as { names: Record<number, string> };
  return (['train', 'val', 'test'] as const).flatMap((set) =>
    inFolder(files, `images/${set}`).map((file) => {
      const rows = text(files, labelPath(file)).split('\n').filter(Boolean);
      const objects = rows.map((row) => {
        const [number, ...outline] = row.split(' ').map(Number) as [number, ...number[]];
        // With six or fewer columns in all rows, the loader takes a file for boxes.
        if (outline.length < 6 || outline.length % 2 === 1) throw new Error(`no outline: ${row}`);
        if (!outline.every((value) => value >= 0 && value <= 1)) throw new Error(`not normalized: ${row}`);
        return { name: names[number] as string, outline };
      });
      return { set, bytes: files.get(file) as Buffer, objects };
    }),
  );
}
