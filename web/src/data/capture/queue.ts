/** Pictures that this browser has taken as a camera: kept from the moment they are taken until the service has them. */
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { Store } from '../live/store.ts';
import type { CameraKey } from './link.ts';

export interface Taken extends CameraKey {
  /** Unix milliseconds; no two pictures of this browser have the same. */
  at: number;
  /** Name of the session that this visit is. */
  session: string;
  picture: Blob;
}

export interface QueueStore {
  /** Resolves when the picture outlives this tab. Rejects if there is no room. */
  add(taken: Taken): Promise<unknown>;
  /** The oldest first. */
  read(): Promise<Taken[]>;
  remove(taken: Taken): Promise<unknown>;
}

/** Why nothing is sent: the service is away, or somebody has to do something. */
export type Trouble =
  | { kind: 'away' | 'keyEnded' | 'noCamera' | 'notAdmitted' }
  | { kind: 'refused'; message: string };

export interface QueueState {
  waiting: number;
  /** By this tab. */
  sent: number;
  trouble: Trouble | null;
}

interface QueuePorts {
  store: QueueStore;
  /** Runs `work` while no other tab does. */
  alone(work: () => Promise<void>): Promise<unknown>;
  /** The same picture with the same date and session is stored once, however often it is sent. @throws SightlineError */
  send(taken: Taken): Promise<unknown>;
  isAway(error: unknown): boolean;
  /** Resolves when sending again may help. */
  nextChance(error: unknown): Promise<void>;
}

export class CaptureQueue {
  readonly state = new Store<QueueState>({ waiting: 0, sent: 0, trouble: null });
  readonly #ports: QueuePorts;
  #isSending = false;
  #isAsked = false;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    this.wake();
  }

  /** Resolves when the picture is kept. */
  async add(taken: Taken): Promise<void> {
    await this.#ports.store.add(taken);
    this.#set({ waiting: this.state.get().waiting + 1 });
    if (mayPass(this.state.get().trouble)) this.wake();
  }

  /** Sends what waits, also what earlier tabs have left. */
  wake(): void {
    this.#isAsked = true;
    if (this.#isSending) return;
    this.#isSending = true;
    void this.#ports
      .alone(() => this.#sendAll())
      .catch(() => {})
      .finally(() => {
        this.#isSending = false;
        if (this.#isAsked && mayPass(this.state.get().trouble)) this.wake();
      });
  }

  async #sendAll(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false;
      for (let left = await this.#read(); left.length > 0; left = await this.#read())
        for (const taken of left) if (!(await this.#send(taken))) return;
    }
  }

  async #read(): Promise<Taken[]> {
    const left = await this.#ports.store.read();
    this.#set({ waiting: left.length });
    return left;
  }

  /** @returns false if nothing can be sent before somebody does something */
  async #send(taken: Taken): Promise<boolean> {
    for (;;) {
      try {
        await this.#ports.send(taken);
        break;
      } catch (error) {
        const isAway = this.#ports.isAway(error);
        this.#set({ trouble: isAway ? { kind: 'away' } : troubleOf(error) });
        if (!isAway) return false;
        await this.#ports.nextChance(error);
      }
    }
    await this.#ports.store.remove(taken);
    const { waiting, sent } = this.state.get();
    this.#set({ waiting: Math.max(0, waiting - 1), sent: sent + 1, trouble: null });
    return true;
  }

  #set(part: Partial<QueueState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }
}

const mayPass = (trouble: Trouble | null): boolean => trouble === null || trouble.kind === 'away';

function troubleOf(error: unknown): Trouble {
  const { status, message } = error instanceof SightlineError ? error : { status: 0, message: String(error) };
  if (status === 401 || status === 403) return { kind: 'keyEnded' };
  if (status === 404) return { kind: 'noCamera' };
  return status === 409 ? { kind: 'notAdmitted' } : { kind: 'refused', message };
}
