/**
 * jszip computes its checksums byte by byte in JavaScript, which was two thirds of the work of an archive (measured);
 * Node has the same in machine code. To be loaded before an archive is made.
 */
import { crc32 } from 'node:zlib';
// @ts-expect-error its types leave out the part through which the content of every file goes
import Crc32Probe from 'jszip/lib/stream/Crc32Probe.js';

interface Chunk {
  data: Buffer;
}

interface Probe {
  streamInfo: { crc32: number };
  push(chunk: Chunk): void;
  processChunk(chunk: Chunk): void;
}

const { prototype } = Crc32Probe as { prototype: Probe };

prototype.processChunk = function (chunk) {
  this.streamInfo.crc32 = crc32(chunk.data, this.streamInfo.crc32);
  this.push(chunk);
};
