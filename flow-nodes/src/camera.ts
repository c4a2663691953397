/** The device's side of a monitor: the spool, what sends it, and the session. Knows nothing of Node-RED. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TagUpdate } from '../../client/src/monitor.ts';
import type { PredictedImage } from '../../client/src/runs.ts';
import { Sightline } from '../../client/src/sightline.ts';
import { SightlineError } from '../../client/src/sightline-error.ts';
import { Hearing } from './commands/hearing.ts';
import type { Trouble } from './sender/gate.ts';
import { Sender } from './sender/sender.ts';
import { SessionKeeper, type SessionView } from './session/session-keeper.ts';
import { type Disk, FolderDisk } from './spool/disk.ts';
import type { Frame } from './spool/frame-file.ts';
import type { Limits } from './spool/limits.ts';
import { lockSpool, type SpoolLock } from './spool/lock.ts';
import { Spool } from './spool/spool.ts';

export interface CameraOptions {
  baseUrl: string;
  monitor: string;
  deviceKey?: string | undefined;
  folder: string;
  limits: Limits;
  onSent: (frame: Frame, id: string) => void;
  /** @param status of the answer; 0 if a limit dropped the frame */
  onRefused: (frame: Frame, refused: { reason: string; status: number }) => void;
  onProblem: (problem: Error) => void;
  onChange?: () => void;
  fetch?: typeof fetch;
  disk?: Disk;
}

export interface Backlog {
  count: number;
  bytes: number;
  /** Milliseconds that the oldest frame has waited; 0 without one. */
  age: number;
  trouble: Trouble | undefined;
}

/** Milliseconds of one attempt, whose answer may take a while. */
const PATIENCE = 30_000;
/** Bytes a millisecond that a line carries at least: half a megabit a second. */
const SLOWEST = 64;

/** Milliseconds; the flow editor gives a node 15 s to close. */
const GOODBYE = 3_000;

export class Camera {
  readonly #options: CameraOptions;
  readonly #lock: SpoolLock;
  readonly #client: Sightline;
  #spool!: Spool;
  #sender!: Sender;
  #session!: SessionKeeper;
  #hearing!: Hearing;
  #isLost = false;
  #isClosing = false;

  private constructor(options: CameraOptions, lock: SpoolLock) {
    this.#options = options;
    this.#lock = lock;
    this.#client = connect(options);
  }

  /** @throws SpoolInUse, or the system's error if the folder cannot be used */
  static async open(options: CameraOptions): Promise<Camera> {
    const lock = await lockSpool(options.folder);
    const camera = new Camera(options, lock);
    try {
      await camera.#start();
    } catch (error) {
      lock.release();
      throw error;
    }
    return camera;
  }

  async #start(): Promise<void> {
    const { limits, onSent, onRefused, onProblem, folder, disk = new FolderDisk(folder) } = this.#options;
    const onChange = () => this.#options.onChange?.();
    this.#spool = await Spool.open({
      ...{ disk, limits },
      onDropped: (frame, reason) => {
        if (frame) onRefused(frame, { reason, status: 0 });
        else onProblem(new Error(reason));
      },
    });
    const send = (frame: Frame, signal: AbortSignal) => this.#send(frame, signal);
    const refuse = (frame: Frame, error: SightlineError) =>
      onRefused(frame, { reason: reasonOf(error), status: error.status });
    this.#sender = new Sender({ spool: this.#spool, send, onSent, onRefused: refuse, onProblem, onChange });
    const one = this.#connectOnce(PATIENCE).monitors(this.#options.monitor);
    const calls = {
      start: (session: string, signal: AbortSignal) => one.start({ session }, { signal }),
      stop: (signal: AbortSignal) => one.stop({ signal }),
    };
    this.#hearing = new Hearing({ disk, monitor: one, onProblem });
    this.#session = await SessionKeeper.open({ disk, calls, onChange });
    this.#lock.onLost = () => void this.#lose();
    this.#sender.start();
  }

  /** The sender retries; each call is one attempt. */
  #connectOnce(timeout: number) {
    return connect(this.#options, { attempts: 1, timeout });
  }

  async #send({ bytes, date, name, ...more }: Frame, signal: AbortSignal): Promise<string> {
    const { dataset, tag, session, said } = more;
    const deadline = PATIENCE + Math.ceil(bytes.length / SLOWEST);
    const client = this.#connectOnce(deadline);
    if (!said) {
      const options = { date, name, signal, deadline, ...given({ dataset, tag, session }) };
      return (await client.monitors(this.#options.monitor).upload(bytes, options)).id;
    }
    const { run, image } = said;
    const predictions = JSON.parse(Buffer.from(bytes).toString()) as PredictedImage['predictions'];
    const { runs } = client.datasets(dataset ?? '');
    const { unknown } = await runs.predict(run, [{ image, predictions }], { signal, deadline });
    if (unknown.length > 0) throw notOurs(image);
    return image;
  }

  get session(): SessionView {
    const { view } = this.#session;
    return this.#isLost ? { ...view, trouble: this.#lostTrouble } : view;
  }

  async startSession(): Promise<SessionView> {
    this.#requireLock();
    return this.#session.start();
  }

  async stopSession(): Promise<SessionView> {
    this.#requireLock();
    return this.#session.stop();
  }

  get commands(): Hearing {
    this.#requireLock();
    return this.#hearing;
  }

  /**
   * Resolves when the frame is durable. It belongs to the session that runs now, unless it names another one.
   * @throws SpoolFull, or the system's error
   */
  async keep(frame: Frame): Promise<Frame> {
    this.#requireLock();
    if (this.#isClosing) throw new Error('The flows are being deployed or stopped: the frame was not kept');
    const session = frame.session ?? this.#session.name;
    const kept = { ...frame, ...given({ session }) };
    await this.#spool.append(kept);
    this.#sender.wake();
    this.#options.onChange?.();
    return kept;
  }

  /** Retried for two minutes. @throws SightlineError */
  updateTags(update: TagUpdate): Promise<void> {
    return this.#client.updateTags(update);
  }

  async backlog(): Promise<Backlog> {
    const { count, bytes } = this.#spool.totals;
    const oldest = await this.#sender.oldestTime();
    const age = oldest === undefined ? 0 : Math.max(0, Date.now() - oldest);
    return { count, bytes, age, trouble: this.#isLost ? this.#lostTrouble : this.#sender.trouble };
  }

  /** Ends the session, and waits a little until the service knows. */
  async endSession(): Promise<void> {
    await this.stopSession().catch(() => {});
    for (let waited = 0; waited < GOODBYE && this.session.state === 'stopping'; waited += 50) await sleep(50);
  }

  /** Frames that were being written are kept; later ones are refused. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([this.#sender.stop(), this.#session.close(), this.#hearing.close()]);
    // The next one empties `incoming/` and counts on from the highest number.
    await this.#spool.settled();
    this.#lock.release();
  }

  async #lose(): Promise<void> {
    this.#isLost = true;
    this.#options.onProblem(lostError(this.#options.folder));
    this.#options.onChange?.();
    await Promise.all([this.#sender.stop(), this.#session.close(), this.#hearing.close()]);
  }

  get #lostTrouble(): Trouble {
    return { reason: lostError(this.#options.folder).message, isHeld: true };
  }

  #requireLock(): void {
    if (this.#isLost) throw lostError(this.#options.folder);
  }
}

const lostError = (folder: string): Error =>
  new Error(`Another process has taken the spool folder ${folder}: deploy again when it has ended`);

const reasonOf = ({ kind, status, message }: SightlineError): string =>
  kind === 'unexpected'
    ? `The frame is larger than a proxy on the way to the service accepts (status ${status})`
    : message;

/** An answer to the other images of a call, and a refusal of this one, of which there is no second attempt. */
const notOurs = (image: string): SightlineError =>
  new SightlineError(`The dataset has no image "${image}" of this monitor`, {
    kind: 'refused',
    status: 404,
  });

/** The folder of a monitor node that names none. */
export const defaultFolder = (userDirectory: string, node: string): string =>
  join(userDirectory, 'sightline', node.replace(/[^A-Za-z0-9_-]/g, '_'));

const connect = ({ baseUrl, deviceKey, fetch }: CameraOptions, retry: object = {}): Sightline =>
  new Sightline({ baseUrl, retry, ...given({ deviceKey, fetch }) });

/** Without members that are undefined. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
