/**
 * torchvision's `ImageFolder` (`find_classes` and `make_dataset` of datasets/folder.py): classes are the folders, sorted by name.
 * A folder without pictures is an error unless `allow_empty` (0.18), so that docs/train/training.md leaves such folders out of
 * `find_classes`, with the numbers of classes.txt.
 */
import { type Files, inFolder } from './read.ts';

export function readClassFolders(files: Files, root: string) {
  const below = [...files.keys()].filter((path) => path.startsWith(`${root}/`));
  const folders = below.map((path) => path.split('/')).filter((parts) => parts.length > 2);
  const classes = [...new Set(folders.map((parts) => parts[1] as string))].sort();
  const samples = classes.flatMap((name, number) =>
    inFolder(files, `${root}/${name}`)
      .sort()
      .map((path) => [path, number] as const),
  );
  return { classes, samples };
}
