import { GitFault } from '../git-fault.ts';

const damaged = (): GitFault => new GitFault('git_corrupt', { what: 'a delta in a pack cannot be applied' });

/** Rebuilds an object from its base and a delta in git's pack format. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const cursor = { at: 0 };
  if (readSize(delta, cursor) !== base.length) throw damaged();
  const result = Buffer.allocUnsafe(readSize(delta, cursor));
  let filled = 0;
  while (cursor.at < delta.length) {
    const op = delta[cursor.at++] ?? 0;
    if (op === 0) throw damaged();
    if (op & 0x80) {
      const { offset, size } = readCopy(delta, cursor, op);
      if (offset + size > base.length || filled + size > result.length) throw damaged();
      filled += base.copy(result, filled, offset, offset + size);
    } else {
      if (cursor.at + op > delta.length || filled + op > result.length) throw damaged();
      filled += delta.copy(result, filled, cursor.at, cursor.at + op);
      cursor.at += op;
    }
  }
  if (filled !== result.length) throw damaged();
  return result;
}

function readSize(delta: Buffer, cursor: { at: number }): number {
  let size = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = delta[cursor.at++];
    if (byte === undefined) throw damaged();
    size += (byte & 0x7f) * scale;
    if (byte < 0x80) return size;
  }
}

function readCopy(delta: Buffer, cursor: { at: number }, op: number) {
  let offset = 0;
  let size = 0;
  for (let bit = 0; bit < 4; bit++) if (op & (1 << bit)) offset += (delta[cursor.at++] ?? 0) * 2 ** (8 * bit);
  for (let bit = 0; bit < 3; bit++)
    if (op & (0x10 << bit)) size += (delta[cursor.at++] ?? 0) * 2 ** (8 * bit);
  return { offset, size: size === 0 ? 0x10000 : size };
}
