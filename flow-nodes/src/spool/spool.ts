import { SerialQueue } from '../serial-queue.ts';
import { type Disk, INCOMING } from './disk.ts';
import { type Entry, folderOf, pathOf } from './entry.ts';
import { CorruptFrame, decodeFrame, encodeFrame, type Frame } from './frame-file.ts';
import { fullOf, type Limits, MOST_UNWRITTEN, tooSlow } from './limits.ts';
import { QueueWriter } from './queue-writer.ts';
import { SetAside } from './set-aside.ts';
import { countWaiting, removeEmpty, Waiting } from './waiting.ts';

export interface SpoolOptions {
  disk: Disk;
  limits: Limits;
  /** Unix milliseconds. */
  now?: () => number;
  /** A limit has dropped the frame; undefined if its file cannot be read. */
  onDropped?: (frame: Frame | undefined, reason: string) => void;
}

export interface Totals {
  /** Frames that wait. */
  count: number;
  bytes: number;
}

/** New frames that can be sent before older ones. */
const RECENT = 64;

/**
 * Frames on disk that wait for the service. The folder must belong to this process alone (./lock.ts). Memory does not grow
 * with the number of frames.
 */
export class Spool {
  readonly #disk: Disk;
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #onDropped: NonNullable<SpoolOptions['onDropped']>;
  readonly #waiting: Waiting;
  readonly #writer: QueueWriter;
  #refused!: SetAside;
  #corrupt!: SetAside;
  #last = 0;
  readonly totals: Totals = { count: 0, bytes: 0 };
  /** Numbers of frames that somebody sends or keeps for later. */
  readonly #taken = new Set<number>();
  /** Bytes of pictures that wait for their turn. */
  #unwritten = 0;
  /** Newest last. */
  #recent: Entry[] = [];
  /** Changes of the folder happen one after the other. */
  readonly #queue = new SerialQueue();

  private constructor({ disk, limits, now = Date.now, onDropped = () => {} }: SpoolOptions) {
    this.#disk = disk;
    this.#limits = limits;
    this.#now = now;
    this.#onDropped = onDropped;
    this.#waiting = new Waiting(disk);
    this.#writer = new QueueWriter(disk);
  }

  static async open(options: SpoolOptions): Promise<Spool> {
    const { disk } = options;
    const spool = new Spool(options);
    for (const folder of [INCOMING, 'queue']) await disk.makeFolder(folder);
    // Files that a killed process was writing: none of them was acknowledged.
    for await (const name of disk.names(INCOMING)) await disk.remove(`${INCOMING}/${name}`);
    spool.#refused = await SetAside.open(disk, 'refused');
    spool.#corrupt = await SetAside.open(disk, 'corrupt');
    const { count, bytes, last } = await countWaiting(disk);
    Object.assign(spool.totals, { count, bytes });
    spool.#last = last;
    return spool;
  }

  /**
   * Resolves when the frame is durable.
   * @throws SpoolFull at a limit, or the system's error, for example ENOSPC; nothing is kept then
   */
  async append(frame: Frame): Promise<Entry> {
    const { length } = frame.bytes;
    if (this.#unwritten > 0 && this.#unwritten + length > MOST_UNWRITTEN) throw tooSlow();
    this.#unwritten += length;
    try {
      return await this.#queue.run(() => this.#append(frame));
    } finally {
      this.#unwritten -= length;
    }
  }

  async #append(frame: Frame): Promise<Entry> {
    const parts = encodeFrame(frame);
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    await this.#makeRoom(size);
    // A number is used once, also if writing fails.
    const entry = { number: ++this.#last, time: this.#now(), size };
    await this.#writer.store(entry, parts);
    this.totals.count += 1;
    this.totals.bytes += size;
    this.#recent = [...this.#recent.slice(1 - RECENT), entry];
    return entry;
  }

  /** Resolves when what was asked for before is done: another process may have the folder then. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** The oldest frame that nobody has taken. The caller keeps it until `remove` or `setAside`. */
  takeOldest(): Promise<Entry | undefined> {
    return this.#queue.run(() => this.#takeNext());
  }

  /** The newest frame of this run that nobody has taken. */
  takeNewest(): Entry | undefined {
    return this.#take(this.#recent.at(-1));
  }

  /** When the oldest frame that nobody has taken was spooled, Unix milliseconds. */
  oldestTime(): Promise<number | undefined> {
    return this.#queue.run(async () => (await this.#peekFree())?.time);
  }

  /**
   * Undefined if somebody has deleted the file; it then no longer counts.
   * @throws CorruptFrame after the file was set aside
   */
  async read(entry: Entry): Promise<Frame | undefined> {
    const file = await this.#disk.read(pathOf(entry));
    if (!file) {
      await this.#leave(entry, async () => {});
      return undefined;
    }
    try {
      return decodeFrame(file);
    } catch (error) {
      if (!(error instanceof CorruptFrame)) throw error;
      await this.#leave(entry, () => this.#corrupt.add(entry));
      throw error;
    }
  }

  /** The service has it. */
  remove(entry: Entry): Promise<void> {
    return this.#leave(entry, () => this.#disk.remove(pathOf(entry)));
  }

  /** The service has refused it for good. */
  setAside(entry: Entry): Promise<void> {
    return this.#leave(entry, () => this.#refused.add(entry));
  }

  /** Drops frames that wait for longer than the limit, if frames are dropped at all. New ones are kept in between. */
  async expire(signal?: AbortSignal): Promise<void> {
    if (this.#limits.atLimit !== 'drop') return;
    const dropOne = async () => (await this.#isOld()) && this.#dropOldest('too old');
    while (!signal?.aborted && (await this.#queue.run(dropOne)));
  }

  async #makeRoom(size: number): Promise<void> {
    const { bytes, atLimit } = this.#limits;
    const isOver = () => bytes > 0 && this.#bytes + size > bytes;
    let hasMore = true;
    while (hasMore && isOver()) hasMore = await this.#removeAside();
    if (atLimit === 'refuse' && (await this.#isOld())) throw fullOf(this.#limits, true);
    hasMore = atLimit === 'drop' && size <= bytes;
    while (hasMore && isOver()) hasMore = await this.#dropOldest('the spool was full');
    if (isOver()) throw fullOf(this.#limits, false);
  }

  /** What was set aside goes before frames that wait. False if there is none. */
  async #removeAside(): Promise<boolean> {
    return (await this.#corrupt.removeOldest()) || this.#refused.removeOldest();
  }

  get #bytes(): number {
    return this.totals.bytes + this.#refused.bytes + this.#corrupt.bytes;
  }

  async #isOld(): Promise<boolean> {
    const { age } = this.#limits;
    if (age === 0) return false;
    const oldest = await this.#peekFree();
    return oldest !== undefined && this.#now() - oldest.time > age;
  }

  /** False if no frame can be dropped. */
  async #dropOldest(reason: string): Promise<boolean> {
    const entry = await this.#peekFree();
    if (!entry) return false;
    // Somebody took it as the newest just now.
    if (this.#taken.has(entry.number)) return true;
    this.#take(entry);
    try {
      const frame = await this.read(entry).catch(unlessCorrupt);
      if (frame) await this.remove(entry);
      this.#onDropped(frame, `Dropped: ${reason}`);
      return true;
    } catch (error) {
      // It is still there, and the next one of the walk.
      this.#taken.delete(entry.number);
      throw error;
    }
  }

  async #takeNext(): Promise<Entry | undefined> {
    for (;;) {
      const entry = await this.#waiting.next(this.#last);
      // Whoever took a frame as the newest keeps it.
      if (!entry || !this.#taken.has(entry.number)) return this.#take(entry);
    }
  }

  async #peekFree(): Promise<Entry | undefined> {
    for (;;) {
      const entry = await this.#waiting.peek(this.#last);
      if (!entry || !this.#taken.has(entry.number)) return entry;
      await this.#waiting.next(this.#last);
    }
  }

  #take(entry: Entry | undefined): Entry | undefined {
    if (!entry) return undefined;
    this.#taken.add(entry.number);
    this.#recent = this.#recent.filter(({ number }) => number !== entry.number);
    return entry;
  }

  async #leave(entry: Entry, work: () => Promise<void>): Promise<void> {
    await work();
    this.totals.count -= 1;
    this.totals.bytes -= entry.size;
    this.#taken.delete(entry.number);
    this.#waiting.forget(entry);
    if (this.#waiting.hasLeft(entry)) await removeEmpty(this.#disk, folderOf(entry.number));
  }
}

/** `read` has set the file aside. */
function unlessCorrupt(error: unknown): undefined {
  if (!(error instanceof CorruptFrame)) throw error;
}
