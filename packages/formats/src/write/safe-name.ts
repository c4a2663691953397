/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(?=\.|$)/i;

/** Most names are safe as they are. */
const PLAIN = /^[\w-]+(?:\.[\w-]+)*$/;

/** Extensions of image files, which the archive replaces with its own. */
export const IMAGE_ENDING = /\.(jpe?g|jpe|jfif|png|webp|gif|bmp|tiff?|heic|heif|avif)$/i;

/** Maximum bytes of a path segment in UTF-8. File systems allow 255, and ` (99)` and `_mask_99.png` must fit too. */
export const MAX_NAME_BYTES = 200;

/**
 * Converts any text to one path segment that is safe on every system: NFC; without control characters, characters that
 * change the text direction, separators, drive letters, dots at either end or several dots in a row; not a device name; at
 * most `maxBytes` long. A safe name is not changed.
 * @param fallback safe name that is used if nothing is left
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

/** A safe name for an image, without the extension of its format; the archive adds its own (Contract 4). */
export function toSafeStem(fileName: string, fallback: string, maxBytes = MAX_NAME_BYTES): string {
  const whole = toSafeName(fileName, '', Number.POSITIVE_INFINITY);
  return toSafeName(whole.replace(IMAGE_ENDING, ''), fallback, maxBytes);
}

/** Two names have the same key if a file system that ignores case, or normalizes Unicode, treats them as the same. */
export const foldName = (name: string): string => name.toUpperCase().toLowerCase().normalize('NFC');

/** Names that are distinct on every system: one that is taken already gets a number. */
export function distinctNames(
  names: readonly string[],
  suffix: (number: number) => string,
  taken: readonly string[] = [],
): string[] {
  const used = new Set(taken.map(foldName));
  return names.map((name) => {
    let free = name;
    for (let next = 2; used.has(foldName(free)); next++) free = name + suffix(next);
    used.add(foldName(free));
    return free;
  });
}

/** The file of an image's mask for one tag, which may have several. */
export const maskFile = (stem: string, index: number): string =>
  `${stem}_mask${index === 0 ? '' : `_${index + 1}`}.png`;

const trimEnds = (name: string): string => name.replace(/^[.\s]+|[.\s]+$/g, '');

const avoidDevice = (name: string): string => name.replace(DEVICE, '$1_');

/** The longest prefix of whole characters that fits. */
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
