/** Hugging Face's imagefolder with metadata.jsonl, by huggingface.co/docs/datasets/image_dataset and /object_detection. */
import { type Files, inFolder, type ReadImage, text } from './read.ts';

const SETS = { train: 'train', validation: 'val', test: 'test' } as const;

interface Row {
  file_name: string;
  label?: string | null;
  labels?: string[];
  objects?: { bbox: number[][]; categories: string[] };
}

/** @param sizeOf width and height of an image: boxes are in pixels */
export function readImageFolder(files: Files, sizeOf: (bytes: Buffer) => [number, number]): ReadImage[] {
  return Object.entries(SETS).flatMap(([folder, set]) => {
    const path = `${folder}/metadata.jsonl`;
    if (!files.has(path)) return [];
    const rows = text(files, path)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    // Each row is a row of a table.
    if (new Set(rows.map((row) => Object.keys(row).join())).size > 1)
      throw new Error('rows have different columns');
    const images = inFolder(files, folder).filter((file) => file !== path);
    const named = rows.map(({ file_name }) => `${folder}/${file_name}`);
    if ([...images].sort().join() !== [...named].sort().join())
      throw new Error('metadata names other images than there are');
    return rows.map(({ file_name, label, labels, objects }) => {
      const bytes = files.get(`${folder}/${file_name}`) as Buffer;
      const [width, height] = sizeOf(bytes);
      const boxes = (objects?.bbox ?? []).map(([x = 0, y = 0, w = 0, h = 0], index) => ({
        name: objects?.categories[index] as string,
        box: [(x + w / 2) / width, (y + h / 2) / height, w / width, h / height] as [
          number,
          number,
          number,
          number,
        ],
      }));
      const classes = labels ?? (typeof label === 'string' ? [label] : []);
      return { set, bytes, classes, boxes, masks: [] };
    });
  });
}
