import type { ArchiveFormat, MaskReading } from '../../../../../packages/formats/src/write/archive-format.ts';
import {
  anyImage,
  type ExportSource,
  SETS,
} from '../../../../../packages/formats/src/write/export-source.ts';
import { MOST_GROWTH } from '../../upright.ts';
import { CENTRAL_HEADER, DESCRIPTOR, LOCAL_HEADER, OFFSET_FIELD } from '../../zip/zip-headers.ts';
import type { ZipSize } from '../../zip/zip-limits.ts';

/** Bytes of a path at most: a stem, a class's folder, those of the format, a number and an ending. */
const PATH = 250;
/** Bytes of a file besides its content: both headers have its path. */
const ABOUT_FILE = LOCAL_HEADER + CENTRAL_HEADER + OFFSET_FIELD + DESCRIPTOR + 2 * PATH;
/** Bytes at most, in whatever files of the archive: of an image besides its class, of an annotation besides its label, of a class. */
const ABOUT_IMAGE = 2000;
const ABOUT_ANNOTATION = 400;
const ABOUT_CLASS = 100;
/** Bytes of the end of an archive, of its notes, and of the text of a usual head. */
const ABOUT_REST = 4000;
/** Bytes of a mask, as a picture, run lengths or an outline: at least, and for each pixel of its image. */
const ABOUT_MASK = 4000;
const MASK_PIXEL = 1 / 8;
/** Versions of before have not counted pixels of masks: their archives with masks are not streamed. */
const UNCOUNTED = Number.POSITIVE_INFINITY;

interface Options {
  withBytes: boolean;
  upright: boolean;
  /** Of a link, at most; 0 without links. */
  lengthOfLink: number;
}

interface ArchiveSize {
  /** What is in it at least: too much of that is refused before the first byte. */
  least: ZipSize;
  /** Bytes at most. */
  most: number;
}

/**
 * Entries and bytes of an archive by the counts of its version and one of its images, so that none of the others is read for it.
 * Rather too large: it decides whether the archive may be streamed.
 */
export async function archiveSize(
  format: ArchiveFormat,
  source: ExportSource,
  { withBytes, upright, lengthOfLink }: Options,
): Promise<ArchiveSize> {
  const { counts } = source;
  const example = await anyImage(source);
  const place = example && format.placing(source)(example);
  const own = withBytes ? 1 : 0;
  const texts = (place?.texts ?? []).length + (place?.drawn ? 1 : 0);
  const images = format.images?.(source) ?? counts.images;
  const copies = format.copies?.(source) ?? 1;
  const head = format.head?.(source) ?? [];
  const tail = format.tail?.(source, { placed: nothing, reading: NO_MASKS, linkOf: null }) ?? [];
  const lists = format.lists?.(source) ?? 0;
  const pictures = own * counts.bytes * copies * (upright ? MOST_GROWTH : 1);
  const files = images * (own * copies + texts) + masksOf(source) + head.length + tail.length;
  const ofImages = images * (copies * ABOUT_IMAGE + lengthOfLink + lists * PATH);
  const ofHead = head.reduce((sum, { text }) => sum + Buffer.byteLength(text), ABOUT_REST);
  return {
    least: { entries: images * (own + texts), bytes: images < counts.images ? 0 : own * counts.bytes },
    most: files * ABOUT_FILE + pictures + ofImages + ofHead + bytesOfLabels(source),
  };
}

const masksOf = ({ counts }: ExportSource): number => counts.tags.reduce((sum, { masks }) => sum + masks, 0);

function bytesOfLabels(source: ExportSource): number {
  const { tags, maskPixels = UNCOUNTED } = source.counts;
  const masks = masksOf(source);
  const annotations = tags.reduce((sum, each) => sum + each.annotations, 0);
  const longest = Math.max(
    0,
    ...source.tags.map(({ name }) => Buffer.byteLength(name)),
    ...classBytes(source),
  );
  // A class's name is in each set, and in two rows of each image that has it.
  const classes = classBytes(source).reduce((sum, bytes) => sum + SETS.length * (ABOUT_CLASS + bytes), 0);
  const named = tags.reduce((sum, each) => sum + each.images, 0) * 2 * longest;
  const drawn = masks === 0 ? 0 : masks * (ABOUT_MASK + longest) + maskPixels * MASK_PIXEL;
  return annotations * (ABOUT_ANNOTATION + longest) + drawn + classes + named;
}

const classBytes = ({ classes }: ExportSource): number[] =>
  classes.names.map((name) => Buffer.byteLength(name));

async function* nothing() {}

const NO_MASKS: MaskReading = {
  trace: async () => null,
  leaveOut: () => {},
};
