/** Pictures that are labels of other pictures: in them, a color or a number is a class. Which one, only their programs know. */
import type { Entry } from './entry.ts';
import { folderOf, ImageIndex, stemOf } from './image-index.ts';
import { aboutFiles, type Note } from './notes.ts';
import type { Source } from './plan.ts';

/** Folders of such pictures, and of those to which they belong. */
const LABELS =
  /^(masks?|labels?|annotations?|gt|ground_?truth|seg(mentation)?s?|segmentation(class|object)(raw|visualization|aug)?|seg_?maps?|panoptic|stuffthingmaps|ann_?dir|(masks?|labels?|seg(mentation)?)_\w+|\w+_(masks?|labels?|seg(mentation)?))$/i;
const PICTURES =
  /^(images?|imgs?|pictures?|photos?|data|dataset|jpegimages|img_?dir|inputs?|originals?|rgb|leftimg8bit)$/i;
const SUFFIX =
  /[_-](masks?|labels?|seg(mentation)?|gt|gtfine|gtcoarse|labelids|labeltrainids|instanceids|colou?r|leftimg8bit|panoptic)$/i;

const isPng = ({ path }: Entry): boolean => /\.png$/i.test(path);
const isLabelFolder = (path: string): boolean => path.split('/').some((segment) => LABELS.test(segment));

/** The source without such pictures; and these. */
export async function apartFromLabels(source: Source): Promise<{ source: Source; labels: Entry[] }> {
  const { pictures } = source.index;
  const own = new Set<string>();
  for (const entry of pictures) if (!isLabelFolder(folderOf(entry.path))) own.add(keyOf(entry));
  const labels: Entry[] = [];
  const rest: Entry[] = [];
  for (const entry of pictures) {
    const isLabel = isPng(entry) && isLabelFolder(folderOf(entry.path)) && own.has(keyOf(entry));
    (isLabel ? labels : rest).push(entry);
  }
  return labels.length === 0
    ? { source, labels }
    : { source: { ...source, index: ImageIndex.of(rest) }, labels };
}

/** The same for a picture and its labels: the folders that are not of either kind, and the name. */
function keyOf({ path }: Entry): string {
  const folders = folderOf(path)
    .split('/')
    .filter((segment) => !LABELS.test(segment) && !PICTURES.test(segment));
  let stem = stemOf(path);
  while (SUFFIX.test(stem)) stem = stem.replace(SUFFIX, '');
  return [...folders, stem].join('/');
}

/** A note about them; none if there are none. */
export const aboutLabels = (pictures: readonly Entry[]): Note[] =>
  aboutFiles('labels in colors', pictures, { instead: 'COCO' });
