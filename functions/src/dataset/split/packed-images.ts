import { hash } from 'node:crypto';
import { SET_TYPES, type SetType } from '../../../../packages/records/src/lists.ts';
import { countBits } from '../../common/images/look.ts';
import { Column, Dictionary, TextColumn } from './columns.ts';

/** What the split needs of an image. `PackedImages` keeps many. */
export interface SplitImage {
  id: string;
  set: SetType;
  /** `''` outside a session. */
  session: string;
  /** Unix milliseconds. */
  date: number;
  /** Difference hash; `''` if there is none. */
  look: string;
  /** Ids of the tags that it contains: its classes. */
  tags: readonly string[];
  /** Stands for the bytes: the same text means the same bytes (for example a hash). */
  content?: string;
}

const SET_BITS = 7;
const HAS_LOOK = 8;
const REVIEW = SET_TYPES.indexOf('REVIEW');
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * The images of a dataset for the split, each under the number of its place in the order of adding. An image takes 33 bytes, and
 * its id 4 more than its text; sessions and lists of tags are kept once each. 64 bits of a hash stand for its content: two
 * contents that have the same are one, which is less likely than one in 10 million among a million images.
 */
export class PackedImages {
  /** Names of the sessions, and the distinct tags of each list of tags. */
  readonly sessions = new Dictionary<string>();
  readonly lists = new Dictionary<readonly string[]>();
  readonly #ids = new TextColumn();
  readonly #flags = new Column(1);
  readonly #session = new Column(4);
  readonly #date = new Column(8);
  readonly #list = new Column(4);
  readonly #look = [new Column(4), new Column(4)] as const;
  readonly #content = [new Column(4), new Column(4)] as const;

  get length(): number {
    return this.#flags.length;
  }

  add({ id, set, session, date, look, tags, content }: SplitImage): void {
    this.#ids.push(id);
    this.#flags.push(SET_TYPES.indexOf(set) + (look === '' ? 0 : HAS_LOOK));
    this.#session.push(this.sessions.numberOf(session, () => session));
    this.#date.push(date);
    this.#list.push(this.lists.numberOf(tags.join('/'), () => [...new Set(tags)]));
    pushBits(this.#look, look === '' ? '0' : look);
    // A second half of 0 says that the content is not known. The first 64 bits of a SHA-256 are as good as those of its own hash.
    if (content === undefined) pushBits(this.#content, '0');
    else pushBits(this.#content, SHA256.test(content) ? content : hash('sha256', content, 'hex'), 1);
  }

  /** Takes an image back: from now on it counts as one in REVIEW. */
  leaveOut(index: number): void {
    this.#flags.set(index, REVIEW);
  }

  /** Whether the split counts the image. */
  counts(index: number): boolean {
    return (this.#flags.at(index) & SET_BITS) !== REVIEW;
  }

  id(index: number): string {
    return this.#ids.at(index);
  }

  set(index: number): SetType {
    return SET_TYPES[this.#flags.at(index) & SET_BITS]!;
  }

  /** Number of its session in `sessions`. */
  session(index: number): number {
    return this.#session.at(index);
  }

  isInSession(index: number): boolean {
    return this.sessions.values[this.session(index)] !== '';
  }

  /** Unix milliseconds. */
  date(index: number): number {
    return this.#date.at(index);
  }

  /** Number of its list of tags in `lists`. */
  list(index: number): number {
    return this.#list.at(index);
  }

  /** Bits in which the looks of two images differ, 0 to 64. One without a look is like any other. */
  bitsApart(a: number, b: number): number {
    if ((this.#flags.at(a) & this.#flags.at(b) & HAS_LOOK) === 0) return 0;
    const [first, second] = this.#look;
    return countBits(first.at(a) ^ first.at(b)) + countBits(second.at(a) ^ second.at(b));
  }

  /** 32 bits of its content, at random; null if it is not known. */
  content(index: number): number | null {
    return this.#content[1].at(index) || null;
  }

  /** Whether the contents of two images, both known, are the same. */
  areCopies(a: number, b: number): boolean {
    const [first, second] = this.#content;
    return second.at(a) === second.at(b) && first.at(a) === first.at(b);
  }

  /** Gives the memory of what is not needed any more back. */
  release(...what: readonly ('content' | 'look' | 'session' | 'date')[]): void {
    if (what.includes('session')) this.#session.release();
    if (what.includes('date')) this.#date.release();
    if (what.includes('look')) for (const column of this.#look) column.release();
    if (what.includes('content')) for (const column of this.#content) column.release();
  }
}

/** The first 16 hexadecimal characters as two numbers. @param least of the second */
function pushBits([first, second]: readonly [Column, Column], text: string, least = 0): void {
  first.push(Number.parseInt(text.slice(0, 8), 16));
  second.push(Number.parseInt(text.slice(8, 16), 16) || least);
}
