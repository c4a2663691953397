/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(?=\.|$)/i;

/** What most names are: safe as they come. */
const PLAIN = /^[\w-]+(?:\.[\w-]+)*$/;

/** Endings of image files: the archive's own one takes their place. */
const IMAGE_ENDING = /\.(jpe?g|jpe|jfif|png|webp|gif|bmp|tiff?|heic|heif|avif)$/i;

/** Longest part of a path, in bytes of UTF-8; file systems take 255, and ` (99)` and `_mask_99.png` must fit. */
export const MAX_NAME_BYTES = 200;

/**
 * One path segment that is safe on every system, made from any text: NFC, without control characters and marks
 * that change the reading direction, without separators, drive letters, dots at either end or runs of dots, no
 * device name, at most `maxBytes` long. A safe name comes out as it went in.
 * @param fallback safe name to use where nothing is left
 */
export function toSafeName(text: string, fallback: string, maxBytes = MAX_NAME_BYTES): string {
  if (PLAIN.test(text) && !DEVICE.test(text) && text.length <= maxBytes) return text;
  const visible = text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .normalize('NFC');
  const joined = visible
    .split(/[/\\]+/)
    .filter((part) => !/^[.\s]*$/.test(part))
    .join('_');
  const plain = joined
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/\.{2,}/g, '.');
  return trimEnds(cutBytes(avoidDevice(trimEnds(plain)), maxBytes)) || fallback;
}

/** A safe name for an image without the ending that told its format; the archive adds its own (Contract 4). */
export function toSafeStem(fileName: string, fallback: string, maxBytes = MAX_NAME_BYTES): string {
  const whole = toSafeName(fileName, '', Number.POSITIVE_INFINITY);
  return toSafeName(whole.replace(IMAGE_ENDING, ''), fallback, maxBytes);
}

/** What two names have in common when a file system that ignores case, or composes letters, takes them for one. */
export const foldName = (name: string): string => name.toUpperCase().toLowerCase().normalize('NFC');

const trimEnds = (name: string): string => name.replace(/^[.\s]+|[.\s]+$/g, '');

const avoidDevice = (name: string): string => name.replace(DEVICE, '$1_');

/** The longest beginning of whole characters that fits. */
function cutBytes(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  let cut = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    cut += character;
  }
  return cut;
}
