import type { CallOptions, Request, Transport } from './transport.ts';

/** What is asked of a path. */
export type Asked = Pick<Request<unknown>, 'method' | 'query' | 'json' | 'key'> & {
  isLong?: boolean;
  isRepeatable?: boolean;
  /** Status of the error that shows that an earlier attempt, whose answer was lost, succeeded. */
  doneBefore?: number;
};

/** A path of the service, and calls to it. */
export class Resource {
  readonly path: string;
  readonly transport: Transport;

  /** @param path percent-encoded */
  constructor(path: string, transport: Transport) {
    this.path = path;
    this.transport = transport;
  }

  /** What is below it. @param names are percent-encoded here */
  at(...names: (string | number)[]): Resource {
    return new Resource([this.path, ...names.map(encodeURIComponent)].join('/'), this.transport);
  }

  /** @throws SightlineError */
  call<T>(request: Omit<Request<T>, 'path'>, options?: CallOptions): Promise<T> {
    return this.transport.call({ path: this.path, ...request }, options);
  }

  /**
   * Calls of Contract 9. All are retried unless `isRepeatable` is false: each write is idempotent.
   * Answers of the dataset and image areas come as they are; those of the monitor area are in `data`.
   */
  ask<T>({ doneBefore, ...asked }: Asked, options?: CallOptions): Promise<T> {
    const read = (body: unknown): T | undefined => {
      const { data } = (body ?? {}) as { data?: { error?: boolean } };
      const answer = (data ?? body) as { error?: boolean; status?: string } | null;
      return answer?.error === false || answer?.status === 'success' ? (answer as T) : undefined;
    };
    // Only of calls that answer nothing but that they are done.
    const before = doneBefore !== undefined && { doneBefore: { status: doneBefore, result: {} as T } };
    return this.call({ isRepeatable: true, ...asked, ...before, read }, options);
  }

  /**
   * Every page of a list.
   * @param name of the list in the answer
   */
  async askAll<T>(
    name: 'datasets' | 'monitors',
    query: Request<T>['query'],
    options?: CallOptions,
  ): Promise<T[]> {
    const all: T[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const asked = { method: 'GET', query: { ...query, after } } as const;
      const page = await this.ask<Record<typeof name, T[]> & { next?: string | null }>(asked, options);
      all.push(...page[name]);
      after = page.next ?? null;
    }
    return all;
  }
}
