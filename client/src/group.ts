/** What the generated methods are made of: one call each, with the retries that suit it. */
import { type Download, openFile } from './download.ts';
import type { Asked, Resource } from './resource.ts';
import { inSteps, type StepOptions } from './steps.ts';
import { type CallOptions, randomId } from './transport.ts';

/** `key`: identifies the request. Whoever sends it again with the same key gets the same answer, and changes nothing twice. */
export interface KeyedOptions extends CallOptions {
  key?: string | undefined;
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

  /** Repeats a call until nothing is left. */
  protected steps<T>(method: Method, names: Names, sent: Sent, options: StepOptions<T> & KeyedOptions = {}) {
    const key = options.key ?? randomId();
    const step = (each: CallOptions) => this.ask<T>(method, names, sent, { ...each, key });
    return inSteps(step, (told) => (told as { left: number }).left, options);
  }

  /** A file, or the link to a large one. */
  protected file(method: Method, names: Names, sent: Sent, options: CallOptions = {}): Promise<Download> {
    return openFile(this.resource.at(...names), { method, ...sent }, options);
  }
}
