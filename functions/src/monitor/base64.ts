import { MAX_IMAGE_BYTES } from './image-limit.ts';

/**
 * The bytes of a base64 image, with or without the prefix of a data URI.
 * @returns the code of an error if there are none, or too many
 */
export function decodeImage(image: string): Buffer | 'image missing' | 'upload too large' {
  const text = image.replace(/^data:[^,]{0,100};base64,/i, '');
  if (Math.floor(text.length * 0.75) - 2 > MAX_IMAGE_BYTES) return 'upload too large';
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || !isBase64(text, bytes)) return 'image missing';
  return bytes.length > MAX_IMAGE_BYTES ? 'upload too large' : bytes;
}

/** Node skips characters that are not base64, so fewer bytes come out than the length promises. Line breaks are allowed. */
function isBase64(text: string, bytes: Buffer): boolean {
  const promised = (length: number): number => Math.floor((length * 3) / 4);
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (bytes.length === promised(text.length - padding)) return true;
  const dense = text.replace(/\s+/g, '').replace(/=+$/, '');
  return bytes.length === promised(dense.length);
}
