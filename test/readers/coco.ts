/** COCO, by the rules of the COCO API: `createIndex` of coco.py, `rleFrString` and `rleDecode` of maskApi.c. */
import { type Files, type ReadImage, type ReadMask, text } from './read.ts';

interface CocoAnnotation {
  id: number;
  image_id: number;
  category_id: number;
  bbox: [number, number, number, number];
  area: number;
  iscrowd: number;
  /** Polygons, or run lengths. */
  segmentation: number[][] | { size: [number, number]; counts: string };
}

interface CocoFile {
  images: { id: number; file_name: string; width: number; height: number; coco_url?: string }[];
  annotations: CocoAnnotation[];
  categories: { id: number; name: string }[];
}

export function readCoco(files: Files): ReadImage[] {
  return (['train', 'val', 'test'] as const).flatMap((set) => {
    const path = `annotations/instances_${set}.json`;
    return files.has(path) ? readSet(files, set, JSON.parse(text(files, path)) as CocoFile) : [];
  });
}

function readSet(
  files: Files,
  set: ReadImage['set'],
  { images, annotations, categories }: CocoFile,
): ReadImage[] {
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const byImage = Map.groupBy(annotations, ({ image_id }) => image_id);
  for (const ids of [images, annotations, categories])
    if (new Set(ids.map(({ id }) => id)).size < ids.length) throw new Error('an id comes twice');
  if ([...byImage.keys()].some((id) => !images.some((image) => image.id === id)))
    throw new Error('annotation without image');
  return images.map(({ id, file_name, width, height, coco_url }) => {
    const bytes = files.get(`images/${set}/${file_name}`);
    const own = byImage.get(id) ?? [];
    const named = own.map((each) => ({ ...each, name: names.get(each.category_id) as string }));
    return {
      ...{ set, classes: [], ...(bytes && { bytes }), ...(coco_url !== undefined && { uri: coco_url }) },
      boxes: named
        .filter(({ segmentation }) => Array.isArray(segmentation))
        .map(({ name, bbox: [x, y, w, h] }) => ({
          name,
          box: [(x + w / 2) / width, (y + h / 2) / height, w / width, h / height],
        })),
      masks: named.flatMap(({ name, segmentation, area, bbox }) => {
        if (Array.isArray(segmentation)) return [];
        return [checked({ name, ...decode(segmentation) }, area, bbox)];
      }),
    };
  });
}

/** Area and box must be those of the pixels. */
function checked(mask: ReadMask, area: number, [x, y, w, h]: readonly number[]): ReadMask {
  const on = [...mask.pixels.keys()].filter((at) => mask.pixels[at] === 1);
  const xs = on.map((at) => at % mask.width);
  const ys = on.map((at) => Math.floor(at / mask.width));
  const around = [
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs) - Math.min(...xs) + 1,
    Math.max(...ys) - Math.min(...ys) + 1,
  ];
  if (on.length !== area || around.join() !== [x, y, w, h].join())
    throw new Error('area or box of a mask is wrong');
  return mask;
}

export function decode({ size: [height, width], counts }: { size: [number, number]; counts: string }) {
  const runs: number[] = [];
  for (let at = 0; at < counts.length; ) {
    let value = 0;
    let shift = 0;
    for (let more = true; more; shift += 5) {
      const group = counts.charCodeAt(at) - 48;
      value |= (group & 0x1f) << shift;
      more = (group & 0x20) !== 0;
      at += 1;
      if (!more && (group & 0x10) !== 0) value |= -1 << (shift + 5);
    }
    if (runs.length > 2) value += runs[runs.length - 2] as number;
    runs.push(value);
  }
  if (runs.reduce((sum, run) => sum + run, 0) !== width * height)
    throw new Error('runs do not fill the image');
  const pixels = Buffer.alloc(width * height);
  let at = 0;
  for (const [index, run] of runs.entries())
    for (let end = at + run; at < end; at += 1)
      if (index % 2 === 1) pixels[(at % height) * width + Math.floor(at / height)] = 1;
  return { width, height, pixels };
}
