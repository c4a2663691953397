/** LevelDB's log format: records split into blocks of 32 KiB, each piece with a masked CRC-32C. */
import { crc32c } from '../../storage/crc32c.ts';

const BLOCK = 32_768;
const HEADER = 7;

/** Kinds of pieces. */
const FULL = 1;
const FIRST = 2;
const MIDDLE = 3;
const LAST = 4;

export function writeLog(records: readonly Buffer[]): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  const push = (piece: Buffer): void => {
    pieces.push(piece);
    at = (at + piece.length) % BLOCK;
  };
  for (const record of records) {
    for (let from = 0, isFirst = true; isFirst || from < record.length; isFirst = false) {
      if (BLOCK - at < HEADER) push(Buffer.alloc(BLOCK - at));
      const part = record.subarray(from, from + BLOCK - at - HEADER);
      from += part.length;
      push(piece(part, kindOf(isFirst, from === record.length)));
    }
  }
  return Buffer.concat(pieces);
}

/** The complete records of a log. Checksums are not verified. */
export function readLog(log: Buffer): Buffer[] {
  const records: Buffer[] = [];
  let parts: Buffer[] = [];
  for (let at = 0; at + HEADER <= log.length; ) {
    if (BLOCK - (at % BLOCK) < HEADER) {
      at += BLOCK - (at % BLOCK);
      continue;
    }
    const [length, kind] = [log.readUInt16LE(at + 4), log[at + 6]];
    parts.push(log.subarray(at + HEADER, at + HEADER + length));
    at += HEADER + length;
    if (kind !== FULL && kind !== LAST) continue;
    records.push(Buffer.concat(parts));
    parts = [];
  }
  return records;
}

const kindOf = (isFirst: boolean, isLast: boolean): number =>
  isFirst ? (isLast ? FULL : FIRST) : isLast ? LAST : MIDDLE;

function piece(part: Buffer, kind: number): Buffer {
  const head = Buffer.alloc(HEADER);
  head.writeUInt32LE(masked(crc32c(Buffer.concat([Buffer.from([kind]), part]))), 0);
  head.writeUInt16LE(part.length, 4);
  head[6] = kind;
  return Buffer.concat([head, part]);
}

/** The format rotates a checksum by 15 bits and adds a constant, so that logs can contain logs. */
const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
