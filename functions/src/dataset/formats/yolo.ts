/**
 * Ultralytics' YOLO folders. Detection: `images/<set>/`, `labels/<set>/` with the same stems, `data.yaml`. Classification:
 * `<set>/<class>/`; each set has a folder for every class, because readers number classes by the folders that they find.
 */
import type { ManifestImage } from '../../common/manifest.ts';
import type { ArchiveFormat, Place, TextFile } from './archive-format.ts';
import { type ExportSource, isClassified, SETS, SHORT_SETS } from './export-source.ts';
import { FileNames, folderNames } from './file-names.ts';
import { boxesOf } from './ndjson.ts';

export const yolo: ArchiveFormat = {
  head: (source) => (isClassified(source.type) ? classFolders(source) : [dataYaml(source)]),
  placing: (source) => (isClassified(source.type) ? placingByClass(source) : placingBySet(source)),
};

function placingBySet(source: ExportSource): (image: ManifestImage) => Place {
  const names = new FileNames();
  return (image) => {
    const { stem, file } = names.take(image, image.set);
    const set = SHORT_SETS[image.set];
    const lines = (boxesOf(image, source).boxes ?? []).map((box) => `${box.join(' ')}\n`);
    const texts = [{ path: `labels/${set}/${stem}.txt`, text: lines.join('') }];
    return { paths: [`images/${set}/${file}`], texts };
  };
}

function placingByClass({ classes }: ExportSource): (image: ManifestImage) => Place | null {
  const names = new FileNames();
  const folders = folderNames(classes.names);
  return (image) => {
    const folder = folders[classes.of(image.tag) ?? -1];
    if (folder === undefined) return null;
    return { paths: [`${SHORT_SETS[image.set]}/${folder}/${names.take(image, image.set).file}`] };
  };
}

/** An empty file whose path ends with a slash is a folder. */
const classFolders = ({ classes, counts }: ExportSource): TextFile[] =>
  SETS.filter((set) => counts.sets[set] > 0).flatMap((set) =>
    folderNames(classes.names).map((folder) => ({ path: `${SHORT_SETS[set]}/${folder}/`, text: '' })),
  );

/** Without `path`, the sets are searched next to the file. Without images in `val`, training does not start. */
function dataYaml({ classes, counts }: ExportSource): TextFile {
  const folderOf = (set: (typeof SETS)[number]) => `images/${SHORT_SETS[set]}`;
  const filled = SETS.filter((set) => counts.sets[set] > 0);
  const train = filled.includes('TRAIN') ? 'TRAIN' : (filled[0] ?? 'TRAIN');
  const val = filled.includes('VALIDATION') ? 'VALIDATION' : filled.includes('TEST') ? 'TEST' : train;
  const lines = [
    `train: ${folderOf(train)}`,
    `val: ${folderOf(val)}`,
    ...(filled.includes('TEST') ? [`test: ${folderOf('TEST')}`] : []),
    'names:',
    ...classes.names.map((name, number) => `  ${number}: ${yamlText(name)}`),
  ];
  return { path: 'data.yaml', text: `${lines.join('\n')}\n` };
}

/** JSON is valid YAML, except for characters that YAML requires to be escaped. */
const yamlText = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
