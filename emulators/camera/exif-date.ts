/** Capture date from EXIF. `examples/camera.py` and `camera.sh` read it in the same way. */

/** EXIF is near the start of a file; a segment has at most 64 KiB. */
export const EXIF_WITHIN = 128 * 1024;

/** EXIF tags: the pointer to the EXIF directory, and its date fields. */
const EXIF_DIRECTORY = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;
const SUB_SEC_TIME_ORIGINAL = 0x9291;
/** Field type: text that ends with a zero byte. */
const ASCII = 2;

/**
 * @param bytes the start of the file
 * @returns Unix milliseconds of DateTimeOriginal. Null if the file is no JPEG or has no EXIF, or if the time zone
 *   (OffsetTimeOriginal) is missing, because local time alone is not a moment
 */
export function exifDate(bytes: Buffer): number | null {
  const tiff = tiffOf(bytes.subarray(0, EXIF_WITHIN));
  if (tiff === null) return null;
  const directory = tiff.find(tiff.long(4), EXIF_DIRECTORY);
  if (directory === null) return null;
  const text = (tag: number) => tiff.text(tiff.long(directory + 8), tag);
  return momentOf(text(DATE_TIME_ORIGINAL), text(OFFSET_TIME_ORIGINAL), text(SUB_SEC_TIME_ORIGINAL));
}

/** The EXIF segment of a JPEG, among the segments before the image data. */
function tiffOf(bytes: Buffer): Tiff | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const isExif = bytes[at + 1] === 0xe1 && bytes.toString('latin1', at + 4, at + 10) === 'Exif\0\0';
    if (isExif) return new Tiff(bytes.subarray(at + 10));
    if (bytes[at + 1] === 0xda) return null;
  }
  return null;
}

/** Reads directories of numbered fields. Reads past the end return 0 or no text. */
class Tiff {
  readonly #bytes: Buffer;
  readonly #isBig: boolean;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#isBig = bytes[0] === 0x4d;
  }

  short(at: number): number {
    const [a, b] = [this.#bytes[at] ?? 0, this.#bytes[at + 1] ?? 0];
    return this.#isBig ? a * 256 + b : b * 256 + a;
  }

  long(at: number): number {
    const [a, b] = [this.short(at), this.short(at + 2)];
    return this.#isBig ? a * 65_536 + b : b * 65_536 + a;
  }

  /** Offset of a directory's field. */
  find(directory: number, tag: number): number | null {
    const end = directory + 2 + 12 * this.short(directory);
    for (let at = directory + 2; at < end && at < this.#bytes.length; at += 12) {
      if (this.short(at) === tag) return at;
    }
    return null;
  }

  text(directory: number, tag: number): string {
    const at = this.find(directory, tag);
    if (at === null || this.short(at + 2) !== ASCII) return '';
    const length = this.long(at + 4);
    const from = length <= 4 ? at + 8 : this.long(at + 8);
    if (from + length > this.#bytes.length) return '';
    return this.#bytes.toString('latin1', from, from + length).split('\0', 1)[0] ?? '';
  }
}

/** `2026:11:22 10:30:00`, `+01:00`, `25` (decimals of the second, here hundredths). */
function momentOf(dateTime: string, offset: string, decimals: string): number | null {
  const time = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(dateTime);
  const zone = /^([+-])(\d\d):(\d\d)$/.exec(offset);
  if (!time || !zone) return null;
  const local = `${time[1]}-${time[2]}-${time[3]}T${time[4]}:${time[5]}:${time[6]}.${millisOf(decimals)}Z`;
  const moment = Date.parse(local);
  // Date turns the 30th of February or 24 o'clock into another moment or an invalid one.
  if (Number.isNaN(moment) || new Date(moment).toISOString() !== local) return null;
  const ahead = (Number(zone[2]) * 60 + Number(zone[3])) * 60_000 * (zone[1] === '-' ? -1 : 1);
  return moment - ahead > 0 ? moment - ahead : null;
}

const millisOf = (decimals: string): string => (/^\d*/.exec(decimals)?.[0] ?? '').padEnd(3, '0').slice(0, 3);
