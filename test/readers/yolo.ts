/**
 * YOLO folders, by the rules of docs.ultralytics.com/datasets/detect and /classify and of the loader of the package
 * `ultralytics` (`img2label_paths`, `verify_image_label`, torchvision's `ImageFolder`).
 */
import { parse } from 'yaml';
import { type Files, inFolder, type ReadBox, type ReadImage, text } from './read.ts';

const ENDINGS = /\.(bmp|dng|jpeg|jpg|mpo|png|tif|tiff|webp|pfm|heic)$/i;
const SETS = ['train', 'val', 'test'] as const;

export function readYolo(files: Files): ReadImage[] {
  const { names, path, ...sets } = parse(text(files, 'data.yaml')) as {
    names: Record<number, string>;
    path?: string;
  } & Record<string, string>;
  if (path !== undefined)
    throw new Error('a relative path is searched in the folder of datasets, not beside data.yaml');
  const numbers = Object.keys(names).map(Number);
  if (numbers.some((number, index) => number !== index)) throw new Error('classes are not numbered from 0');
  for (const set of ['train', 'val'])
    if (inFolder(files, String(sets[set])).length === 0) throw new Error(`${set} has no images`);
  // A set that is named for another one is read once.
  return SETS.filter((set) => sets[set] === `images/${set}`).flatMap((set) =>
    inFolder(files, `images/${set}`)
      .filter((file) => ENDINGS.test(file))
      .map((file) => ({
        ...{ set, bytes: files.get(file) as Buffer, classes: [], masks: [] },
        boxes: readLabels(files, labelPath(file), names),
      })),
  );
}

/** The last `/images/` becomes `/labels/`, what stands behind the last dot `txt`. */
export const labelPath = (image: string): string =>
  `/${image}`
    .replace(/\/images\/(?!.*\/images\/)/, '/labels/')
    .replace(/\.[^.]*$/, '.txt')
    .slice(1);

function readLabels(files: Files, path: string, names: Record<number, string>): ReadBox[] {
  const lines =
    files
      .get(path)
      ?.toString()
      .trim()
      .split('\n')
      .filter((line) => line !== '') ?? [];
  if (new Set(lines).size < lines.length) throw new Error(`${path} has a label twice`);
  return lines.map((line) => {
    const [number, ...box] = line.split(' ').map(Number) as [number, number, number, number, number];
    if (box.length !== 4) throw new Error(`${path} has ${box.length + 1} columns`);
    if (box.some((each) => !(each >= 0 && each <= 1))) throw new Error(`${path} is not normalized: ${line}`);
    const name = names[number];
    if (name === undefined) throw new Error(`${path} has class ${number}`);
    return { name, box: box as ReadBox['box'] };
  });
}

/** Each set numbers the classes by its own folders: they must be the same. */
export function readYoloTree(files: Files): ReadImage[] {
  const foldersOf = (set: string) =>
    [
      ...new Set(
        [...files.keys()]
          .filter((path) => path.startsWith(`${set}/`))
          .map((path) => path.split('/')[1] as string),
      ),
    ].sort();
  const sets = SETS.filter((set) => foldersOf(set).length > 0);
  const folders = foldersOf('train');
  return sets.flatMap((set) => {
    if (foldersOf(set).join('/') !== folders.join('/'))
      throw new Error(`${set} has other classes than train`);
    return folders.flatMap((folder) =>
      inFolder(files, `${set}/${folder}`)
        .filter((file) => ENDINGS.test(file))
        .map((file) => ({
          ...{ set, bytes: files.get(file) as Buffer, classes: [folder], boxes: [], masks: [] },
        })),
    );
  });
}
