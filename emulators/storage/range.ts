import { invalid, StorageError } from './errors.ts';

/** Part of an object; `end` is included. */
export interface Range {
  start: number;
  end: number;
}

/** @returns `undefined` unless a single byte range is requested; then the whole object is sent */
export function rangeOf(header: string | undefined, size: number): Range | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) {
    throw new StorageError(416, 'requestedRangeNotSatisfiable', 'The requested range cannot be satisfied.', {
      'content-range': `bytes */${size}`,
    });
  }
  return { start, end };
}

/** Content of one request of a resumable upload. `total` is set once the sender knows it. */
export interface Chunk {
  /** Absent: the request asks for the state and has no bytes. */
  start?: number;
  /** Absent: the request's bytes are the rest of the object. */
  end?: number;
  total?: number;
}

// Forms seen: bytes 0-9/20, bytes 0-9/*, bytes 0-*/*, bytes */20, bytes */*.
/** Reads `Content-Range`; absent means the whole object. */
export function chunkOf(header: string | undefined): Chunk {
  if (header === undefined) return { start: 0 };
  const match = /^bytes (?:(\d+)-(\d+|\*)|\*)\/(\d+|\*|undefined)$/.exec(header);
  if (!match) throw invalid(`Failed to parse Content-Range header: ${header}`);
  const [, start, end, total] = match;
  return {
    ...(start === undefined ? {} : { start: Number(start) }),
    ...(end === undefined || end === '*' ? {} : { end: Number(end) }),
    ...(total === undefined || !/^\d+$/.test(total) ? {} : { total: Number(total) }),
  };
}
