/** A camera that listens for commands, at the Realtime Database itself: no call of the service waits for one (Contract 19). */
import { attempt, bodyOf, failureOf } from '../attempt.ts';
import { isWorthRetry, pause, RETRY, type RetryPolicy, waitBefore } from '../retry.ts';
import { SightlineError } from '../sightline-error.ts';
import { randomId } from '../transport.ts';
import { followPlace } from './event-stream.ts';

export interface ListenOptions {
  /** A word that the device calls itself, 1 to 64 of `A-Z a-z 0-9 _ -`: the same after a restart. */
  by?: string;
  /**
   * Id of the last command that this device was given, from its own disk. A later one that it had taken before a restart is given
   * first; without it, such a one is left.
   */
  after?: number;
  /** Also commands that came more than 30 seconds ago. */
  late?: boolean;
  /** Ends the listening without an error. */
  signal?: AbortSignal;
  /** Called whenever it cannot listen; it tries again. */
  onProblem?: (problem: SightlineError) => void;
}

/** A command that this device has taken, and nobody else. */
export interface HeardCommand {
  id: number;
  command: string;
  params: Readonly<Record<string, string | number | boolean>>;
  /** When it was asked for, Unix milliseconds. */
  at: number;
  /** Says that it is done. @throws SightlineError */
  done(message?: string): Promise<void>;
  /** Says that it could not be done. @throws SightlineError */
  failed(message: string): Promise<void>;
}

export interface Place {
  token: string;
  database: string;
  path: string;
}

interface Request {
  id: number;
  command: string;
  params?: HeardCommand['params'];
  at: number;
  taken?: { by: string };
}

export interface Listening {
  /** A new token. */
  admit(signal: AbortSignal | undefined): Promise<Place>;
  fetch: typeof fetch;
}

/** Milliseconds. The rules decide to the millisecond what is too old; what certainly is, is not asked for. */
const TOO_OLD = 35_000;
/** A line that is down is tried for as long as it takes, and well within the 30 s in which a command waits. */
const AGAIN: Pick<RetryPolicy, 'base' | 'limit'> = { base: 500, limit: 10_000 };
const NOW = { '.sv': 'timestamp' };

/** Each command once, in order. While the reader is busy with one, the next is not taken. */
export async function* listenForCommands(
  listening: Listening,
  { by = randomId(), after, late = false, signal = new AbortController().signal, onProblem }: ListenOptions,
): AsyncGenerator<HeardCommand, void> {
  const ear = new Ear(listening, { by, late, signal }, after);
  while (!signal.aborted) {
    try {
      yield* ear.hear();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof SightlineError)) throw error;
      onProblem?.(error);
    }
    ear.cuts += 1;
    await pause(waitBefore(AGAIN, ear.cuts), signal).catch(() => {});
  }
}

type Own = Required<Pick<ListenOptions, 'by' | 'late' | 'signal'>>;

class Ear {
  readonly #listening: Listening;
  readonly #own: Own;
  /** How often the line was cut since it last brought something. */
  cuts = 0;
  #place: Place | undefined;
  /** Id of the command that was given last. */
  #last: number | undefined;

  constructor(listening: Listening, own: Own, after: number | undefined) {
    this.#listening = listening;
    this.#own = own;
    this.#last = after;
  }

  /** Until the token ends, or the line is cut. */
  async *hear(): AsyncGenerator<HeardCommand> {
    const { signal, by, late } = this.#own;
    const place = await this.#listening.admit(signal);
    this.#place = place;
    const refused = new Set<number>();
    const url = urlOf(place);
    for await (const { value, now } of followPlace({ url, fetch: this.#listening.fetch, signal })) {
      this.cuts = 0;
      const { requests: all = {} } = (value ?? {}) as { requests?: Record<string, Request> };
      const requests = Object.values(all).sort((a, b) => a.id - b.id);
      this.#last ??= Math.max(0, ...requests.filter(({ taken }) => taken?.by === by).map(({ id }) => id));
      for (const request of requests) {
        const { id, taken, at } = request;
        if (id <= this.#last || refused.has(id) || (taken && taken.by !== by)) continue;
        if (!taken && !late && at < now - TOO_OLD) continue;
        if (taken || (await this.#take(id))) {
          this.#last = id;
          yield this.#heard(request);
        } else refused.add(id);
      }
    }
  }

  /** False: another device has it, or it is too old. @throws SightlineError if that is not known */
  async #take(id: number): Promise<boolean> {
    const { by, late, signal } = this.#own;
    const taken = { at: NOW, by, ...(late && { late }) };
    const place = this.#place as Place;
    const status = await this.#patch(place, { status: true, [`requests/c${id}/taken`]: taken }, signal);
    return status === 200;
  }

  #heard({ id, command, params = {}, at }: Request): HeardCommand {
    const end = (ok: boolean, message: string | undefined) =>
      this.#tell({ status: false, result: { id, ok, at: NOW, ...(message !== undefined && { message }) } });
    const done = (message?: string) => end(true, message);
    return { id, command, params, at, done, failed: (message) => end(false, message) };
  }

  /** Retried, also with another token where the first one has ended. */
  async #tell(change: object): Promise<void> {
    let place = this.#place ?? (await this.#listening.admit(undefined));
    for (let failures = 1; ; failures += 1) {
      const status = await this.#patch(place, change, undefined).catch((error: SightlineError) => {
        if (!isWorthRetry(error, true) || failures >= RETRY.attempts) throw error;
        return 0;
      });
      if (status === 200) return;
      if (status !== 0 && failures > 1)
        throw new SightlineError('The live state takes no result', { kind: 'refused', status });
      if (status !== 0) place = await this.#listening.admit(undefined);
      else await pause(waitBefore(RETRY, failures), undefined);
    }
  }

  /** @returns 200, or 401 where the rules forbid it */
  #patch(place: Place, change: object, signal: AbortSignal | undefined): Promise<number> {
    const body = JSON.stringify(change);
    const send = (init: RequestInit) =>
      this.#listening.fetch(urlOf(place), { ...init, method: 'PATCH', body });
    return attempt({ requestId: '', signal, patience: RETRY.timeout }, send, async (response) => {
      const answer = await bodyOf(response);
      if (response.ok || response.status === 401) return response.status;
      throw failureOf(response, answer, '');
    });
  }
}

function urlOf({ database, path, token }: Place): URL {
  const url = new URL(database);
  const names = [...path.split('/'), 'controller', 'action'];
  url.pathname = `/${names.map(encodeURIComponent).join('/')}.json`;
  url.searchParams.set('auth', token);
  return url;
}
