/** A frame as a file: a line with a checksum, a JSON header, the bytes of the picture or of what a model said about one. */
import { createHash } from 'node:crypto';

/** What is sent for a frame. All attempts send the same, so that the service stores it once (Contract 6). */
export interface Frame {
  bytes: Uint8Array;
  /** When it was captured, Unix milliseconds. */
  date: number;
  name: string;
  dataset?: string | undefined;
  tag?: string | undefined;
  /** Name of the session that ran at the capture (Contract 10). */
  session?: string | undefined;
  /** The bytes are what this run's model said about an image, as JSON (Contract 14); `dataset` is known then. */
  said?: { run: number; image: string } | undefined;
  /** Id of the node that gets the outcome. */
  node?: string | undefined;
  /** Properties of the message that come out again with the outcome. */
  message?: Record<string, unknown> | undefined;
}

/** The bytes on disk are not those that were written. */
export class CorruptFrame extends Error {
  override readonly name = 'CorruptFrame';
}

const SIGNATURE = 'sightline-frame-1';
/** `<signature> <sha256> <bytes of the header>` */
const FIRST_LINE = /^sightline-frame-1 ([0-9a-f]{64}) (\d{1,8})\n/;
const LONGEST_FIRST_LINE = SIGNATURE.length + 64 + 8 + 3;

export function encodeFrame({ bytes, ...about }: Frame): Uint8Array[] {
  const header = Buffer.from(JSON.stringify(about));
  return [Buffer.from(`${SIGNATURE} ${checksum(header, bytes)} ${header.length}\n`), header, bytes];
}

/** @throws CorruptFrame */
export function decodeFrame(file: Buffer): Frame {
  const line = FIRST_LINE.exec(file.toString('latin1', 0, LONGEST_FIRST_LINE));
  if (!line) throw new CorruptFrame('The file does not begin as a frame');
  const start = line[0].length;
  const end = start + Number(line[2]);
  const [header, bytes] = [file.subarray(start, end), file.subarray(end)];
  if (checksum(header, bytes) !== line[1]) throw new CorruptFrame('The checksum does not match');
  return { ...(JSON.parse(header.toString('utf8')) as Omit<Frame, 'bytes'>), bytes };
}

const checksum = (header: Uint8Array, bytes: Uint8Array): string =>
  createHash('sha256').update(header).update(bytes).digest('hex');
