import { DatabaseError } from './database-error.ts';

/** Characters per WebSocket message, as in the official clients. */
const SEGMENT = 16_384;
/** Maximum length of a joined message: longer than any client's write, and a limit for broken ones. */
const MAX_MESSAGE = 64 * 1024 * 1024;
const COUNT = /^\d{1,6}$/;

/** Frames of one message: itself, or the number of its segments followed by each of them. */
export function splitMessage(text: string): string[] {
  if (text.length <= SEGMENT) return [text];
  const segments: string[] = [];
  for (let at = 0; at < text.length; at += segments.at(-1)?.length ?? 0) segments.push(segmentAt(text, at));
  return [String(segments.length), ...segments];
}

/** Each segment is sent as UTF-8, so a surrogate pair must not be split. */
function segmentAt(text: string, at: number): string {
  const segment = text.slice(at, at + SEGMENT);
  const endsInPair = /[\ud800-\udbff]$/.test(segment) && at + SEGMENT < text.length;
  return endsInPair ? segment.slice(0, -1) : segment;
}

/** Joins messages split by `splitMessage` or by an official client. */
export class FrameJoiner {
  #segments: string[] = [];
  #missing = 0;
  #size = 0;

  /** @returns the message that this frame completes; undefined for a keep-alive, which is a single `0`. */
  push(frame: string): string | undefined {
    if (this.#missing === 0 && !COUNT.test(frame)) return frame;
    if (this.#missing === 0) this.#expect(Number(frame));
    else return this.#add(frame);
    return undefined;
  }

  #expect(count: number): void {
    this.#missing = count;
    this.#segments = [];
    this.#size = 0;
  }

  #add(frame: string): string | undefined {
    this.#size += frame.length;
    if (this.#size > MAX_MESSAGE) throw new DatabaseError('too_big', 'A message exceeds 64 MB');
    this.#segments.push(frame);
    this.#missing -= 1;
    if (this.#missing > 0) return undefined;
    const message = this.#segments.join('');
    this.#segments = [];
    return message;
  }
}
