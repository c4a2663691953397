/** Metadata segments of a JPEG, by the second byte of their marker: EXIF and XMP (E1), IPTC (ED). */
const DROPPED = new Set([0xe1, 0xed]);
/** Start of scan: pixels follow. */
const SCAN = 0xda;

/** A JPEG without its metadata, in pieces. The pixels, and the segments needed to decode them, are not changed. */
export function withoutExif(jpeg: Buffer): Buffer[] {
  const kept = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== SCAN) {
    // Any number of FF bytes may precede a marker.
    const isFill = jpeg[at + 1] === 0xff;
    const end = isFill ? at + 1 : at + 2 + jpeg.readUInt16BE(at + 2);
    if (!DROPPED.has(jpeg[at + 1] ?? 0)) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  kept.push(jpeg.subarray(at));
  return kept;
}
