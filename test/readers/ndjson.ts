/** Ultralytics' NDJSON, by the rules of its reader `convert_ndjson_to_yolo` (ultralytics/data/converter.py). */
import type { ReadBox, ReadImage } from './read.ts';

interface Line {
  file: string;
  url?: string;
  split: 'train' | 'val' | 'test';
  annotations?: Record<string, number[][] | number[]>;
}

export function readNdjson(ndjson: string): ReadImage[] {
  const [head, ...lines] = ndjson
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
  const names = head.class_names as Record<string, string>;
  const isTree = head.task === 'classify';
  const splits = new Set((lines as Line[]).map(({ split }) => split));
  if (!isTree && !splits.has('train')) throw new Error('no train split');
  const seen = new Set<string>();
  return (lines as Line[]).map(({ file, url, split, annotations = {} }) => {
    const stem = `${split}/${file.replace(/\.[^.]*$/, '')}`;
    if (seen.has(stem)) throw new Error(`${stem} comes twice`);
    seen.add(stem);
    // Only the first key counts; an image without a class gets class 0.
    const [first = []] = Object.values(annotations);
    const classes = isTree
      ? [names[String((annotations.classification as number[])?.[0] ?? 0)] as string]
      : [];
    const boxes = isTree
      ? []
      : (first as number[][]).map(
          ([number, ...box]): ReadBox => ({
            name: names[String(number)] as string,
            box: box as ReadBox['box'],
          }),
        );
    return { ...(url !== undefined && { uri: url }), set: split, classes, boxes, masks: [] };
  });
}
