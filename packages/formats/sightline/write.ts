/**
 * Everything that a version holds, for another project: `dataset.json` with the tags, `images.jsonl` with a line for each image,
 * the originals in `images/` and their masks in `masks/`, byte for byte. Files are named after the bytes of the originals, and
 * lines are in the order of these names, so that both are the same wherever the images are.
 */
import { byteOrder } from '../../records/src/byte-order.ts';
import type { ManifestImage } from '../../records/src/manifest.ts';
import { exportedSessionId } from '../../records/src/named-sessions.ts';
import type { ArchiveFormat, PlacedImage, TailInput } from '../src/write/archive-format.ts';
import { classNames } from '../src/write/class-names.ts';
import type { ExportSource } from '../src/write/export-source.ts';
import { FileNames } from '../src/write/file-names.ts';

/** Mark and number of the format, in `dataset.json`. */
export const MARK = { format: 'sightline', version: 1 } as const;
export const DATASET_FILE = 'dataset.json';
export const IMAGES_FILE = 'images.jsonl';

/** Lines that are sorted in memory: of more images, those with the first names come first, in a pass of their own. */
const SORTED = 25_000;

export const sightline: ArchiveFormat = {
  head: (source) => [{ path: DATASET_FILE, text: `${JSON.stringify(datasetOf(source), null, 2)}\n` }],
  isExact: true,
  placing: () => {
    const names = new FileNames();
    return (image) => {
      const { stem, file } = names.take({ ...image, name: image.sha256 }, '');
      const masks = image.masks.map((mask, at) => ({ path: `masks/${stem}_${at + 1}.png`, mask }));
      return { paths: [`images/${file}`], masks };
    };
  },
  tail: (source, input) => [{ path: IMAGES_FILE, pieces: lines(source, input) }],
};

/** By id of the tag. */
type Names = ReadonlyMap<string, string>;

/** Names of all tags, each once: as classes, if all were classes. */
const namesOf = ({ tags }: ExportSource): Names =>
  classNames({ tags: tags.map((tag) => ({ ...tag, unclassified: false })), tagmap: {} });

function datasetOf(source: ExportSource) {
  const names = namesOf(source);
  const tags = source.tags.map(({ id, unclassified, color = '', key = '' }) => {
    const name = names.get(id);
    const number = source.classes.of(id);
    const named = number === undefined ? null : source.classes.names[number];
    return { name, class: named, unclassified, color, key };
  });
  return { ...MARK, type: source.type, tags };
}

async function* lines(source: ExportSource, { placed }: TailInput): AsyncGenerator<string> {
  const names = namesOf(source);
  const passes = Math.ceil(source.counts.images / SORTED);
  for (let pass = 0; pass < passes; pass += 1) {
    const found: { path: string; line: string }[] = [];
    for await (const each of placed()) {
      const path = each.place.paths[0] as string;
      if (passOf(each.image, passes) === pass) found.push({ path, line: lineOf(each, names) });
    }
    found.sort((a, b) => byteOrder(a.path, b.path));
    for (const { line } of found) yield line;
  }
}

/** Names that are no digest come last. */
const passOf = ({ sha256 }: ManifestImage, passes: number): number =>
  Math.floor((Number.parseInt(sha256.slice(0, 8) || 'ffffffff', 16) / 2 ** 32) * passes);

function lineOf({ image, place }: PlacedImage, names: Names): string {
  const { name, set, tag, date, monitor, width, height, checked, suggested } = image;
  const session = exportedSessionId(image.session);
  const nameOf = (id: string | null) => names.get(id ?? '') ?? null;
  const annotations = image.tags.flatMap(({ tag: id, type, x, y, w, h, labeled }) => {
    const label = nameOf(id);
    return label === null ? [] : [{ type, tag: label, x, y, w, h, labeled }];
  });
  const masks = (place.masks ?? []).flatMap(({ path, mask }) => {
    const label = nameOf(mask.tag);
    return label === null ? [] : [{ tag: label, file: path }];
  });
  const about = { file: place.paths[0], name, set, tag: nameOf(tag), annotations, masks };
  return `${JSON.stringify({ ...about, checked, suggested, width, height, date, session, monitor })}\n`;
}
