import { dateOf } from '../../../../../packages/formats/src/read/dates.ts';

/** What comes before the EXIF data of a JPEG, a PNG and a WebP, and how many bytes from its start they begin. */
const SIGNS = [
  ['Exif\0\0', 6],
  ['eXIf', 4],
  ['EXIF', 8],
] as const;
/** Bytes in which they are looked for: they come before the pixels, but for WebP, where they are at the end. */
const HEAD = 256 * 1024;
/** Tags of TIFF: where the EXIF fields are, when the picture was taken, and the zone of that clock. */
const FIELDS = 0x8769;
const TAKEN = 0x9003;
const ZONE = 0x9011;
const LONGEST = 40;

/** When a picture was taken (DateTimeOriginal); undefined if it does not say so. Without a zone it counts as UTC. */
export function takenAt(bytes: Buffer): number | undefined {
  for (const part of [bytes.subarray(0, HEAD), bytes.subarray(-HEAD)])
    for (const [sign, length] of SIGNS) {
      const at = part.indexOf(sign, 0, 'latin1');
      const date = at < 0 ? undefined : dateIn(part.subarray(at + length));
      if (date !== undefined) return date;
    }
  return undefined;
}

function dateIn(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const isLittle = order === 'II';
  const short = (at: number) => number(tiff, at, 2, isLittle);
  const long = (at: number) => number(tiff, at, 4, isLittle);
  /** Where the value of a field is described. */
  const fieldIn = (list: number, tag: number): number | undefined => {
    const at = Array.from({ length: short(list) }, (_, index) => list + 2 + 12 * index);
    return at.find((each) => short(each) === tag);
  };
  const textIn = (list: number, tag: number): string => {
    const field = fieldIn(list, tag);
    if (field === undefined) return '';
    const from = long(field + 8);
    return tiff.toString('latin1', from, from + Math.min(LONGEST, long(field + 4))).replace(/\0.*$/s, '');
  };
  const pointer = fieldIn(long(4), FIELDS);
  if (pointer === undefined) return undefined;
  const list = long(pointer + 8);
  const taken = textIn(list, TAKEN).trim();
  return dateOf(`${taken}${textIn(list, ZONE).trim()}`) ?? dateOf(taken);
}

/** 0 outside the data. */
function number(tiff: Buffer, at: number, size: number, isLittle: boolean): number {
  if (at + size > tiff.length) return 0;
  return isLittle ? tiff.readUIntLE(at, size) : tiff.readUIntBE(at, size);
}
