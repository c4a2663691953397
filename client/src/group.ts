/** What the generated methods are made of: one call each, with the retries that suit it. */
import type { Job } from './api.ts';
import { type Download, openFile, type Pending } from './download.ts';
import { type Asked, Resource } from './resource.ts';
import { SightlineError } from './sightline-error.ts';
import { type CallOptions, randomId, startDeadline } from './transport.ts';

/** `key`: identifies the request. Whoever sends it again with the same key gets the same answer, and changes nothing twice. */
export interface KeyedOptions extends CallOptions {
  key?: string | undefined;
}

/** Of long work. It goes on when the call is aborted, or its program ends: the same `key` finds it again. */
export interface JobOptions extends KeyedOptions {
  /** Called whenever something has changed. */
  onProgress?: ((job: Job) => void) | undefined;
}

/** An answer without what says that it is one. */
export type Told<A> = Omit<A extends { data: infer D } ? D : A, 'error' | 'status'>;

/** What takes a version takes the last ready one unless told otherwise. */
export type OfLatest<Q extends { version: unknown }> = Omit<Q, 'version'> & Partial<Pick<Q, 'version'>>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Names = readonly (string | number)[];
type Sent = Omit<Asked, 'method' | 'key'> & { isKeyed?: boolean };

export class Group {
  protected readonly resource: Resource;

  constructor(resource: Resource) {
    this.resource = resource;
  }

  protected ask<T>(method: Method, names: Names, sent: Sent, options: KeyedOptions = {}): Promise<T> {
    const { isKeyed, ...asked } = sent;
    const key = isKeyed && { key: options.key ?? randomId() };
    return this.resource.at(...names).ask({ method, ...asked, ...key }, options);
  }

  protected async do(method: Method, names: Names, sent: Sent, options?: KeyedOptions): Promise<void> {
    await this.ask(method, names, sent, options);
  }

  protected async only<T>(
    field: string,
    method: Method,
    names: Names,
    sent: Sent,
    options?: KeyedOptions,
  ): Promise<T> {
    return (await this.ask<Record<string, T>>(method, names, sent, options))[field] as T;
  }

  protected async flag(field: string, method: Method, names: Names, sent: Sent, options?: CallOptions) {
    return (await this.only(field, method, names, sent, options)) === true;
  }

  /** Every page of a list. */
  protected async all<T>(
    field: string,
    method: Method,
    names: Names,
    { query, ...sent }: Sent,
    options?: CallOptions,
  ): Promise<T[]> {
    const all: T[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const asked = { ...sent, query: { ...query, after } };
      const page: { next?: string | null } = await this.ask(method, names, asked, options);
      all.push(...(page as Record<string, T[]>)[field]!);
      after = page.next ?? null;
    }
    return all;
  }

  /** Starts a job, and waits for what it makes. Without a deadline it waits as long as the job takes. */
  protected async job<T>(
    method: Method,
    names: Names,
    { query, ...sent }: Sent,
    { onProgress, key = randomId(), deadline, signal }: JobOptions = {},
  ): Promise<T> {
    const left = startDeadline(deadline);
    const asked = { ...sent, query: { ...query, wait: WAIT }, isKeyed: true };
    for (;;) {
      const told = await this.ask<T | Pending>(method, names, asked, { key, signal, deadline: left() });
      if (!isPending(told)) return told;
      onProgress?.(told.job);
      await followJob(this.#jobs().at(told.job.number), { onProgress, signal, deadline: left() });
    }
  }

  /** Of the dataset to which this belongs. */
  #jobs(): Resource {
    const [, area = '', dataset = ''] = this.resource.path.split('/');
    return new Resource(`/${area}/${dataset}/job`, this.resource.transport);
  }

  /** A file, or the link to a large one, which a job may make. */
  protected async file(
    method: Method,
    names: Names,
    sent: Sent,
    { onProgress, deadline, signal }: JobOptions = {},
  ): Promise<Download> {
    const left = startDeadline(deadline);
    for (;;) {
      const options = { signal, deadline: left() };
      const opened = await openFile(this.resource.at(...names), { method, ...sent }, options);
      if (!isPending(opened)) return opened;
      onProgress?.(opened.job);
      const following = { onProgress, signal, deadline: left() };
      const { state, reason } = await followJob(this.#jobs().at(opened.job.number), following);
      // Asked again, the service would begin again.
      if (state !== 'done') throw new SightlineError(reason || 'The job was cancelled', { kind: 'refused' });
    }
  }
}

/** Seconds that an answer may wait for news: less than an attempt may take. */
export const WAIT = 20;

const isPending = <T>(told: T | Pending): told is Pending =>
  typeof told === 'object' && told !== null && 'job' in told;

/** @returns the job when it is over. @throws SightlineError */
export async function followJob(
  resource: Resource,
  { onProgress, deadline, signal }: Omit<JobOptions, 'key'>,
): Promise<Job> {
  const left = startDeadline(deadline);
  for (;;) {
    const asked = { method: 'GET', query: { wait: WAIT } } as const;
    const { job } = await resource.ask<Pending>(asked, { signal, deadline: left() });
    onProgress?.(job);
    if (job.endedAt !== null) return job;
  }
}
