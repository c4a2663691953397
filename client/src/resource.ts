import { fieldOf } from './sightline-error.ts';
import type { CallOptions, Request, Transport } from './transport.ts';

/** What is asked of a path. */
export type Asked = Pick<Request<unknown>, 'method' | 'query' | 'json' | 'bytes' | 'key'> & {
  isLong?: boolean;
  isRepeatable?: boolean;
  /** Its answer says nothing of success. */
  isBare?: boolean;
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
   * All calls are retried unless `isRepeatable` is false: each write is idempotent. Answers of the monitor area are in `data`,
   * those of the others come as they are.
   */
  ask<T>({ doneBefore, isBare, ...asked }: Asked, options?: CallOptions): Promise<T> {
    // A proxy may answer 200 with something else.
    const read = (body: unknown): T | undefined => {
      const answer = (fieldOf(body, 'data') ?? body) as T;
      const isOwn = isBare
        ? Array.isArray(answer) || fieldOf(answer, 'result') !== undefined
        : fieldOf(answer, 'error') === false ||
          fieldOf(answer, 'status') === 'success' ||
          fieldOf(answer, 'success') === true;
      return isOwn ? answer : undefined;
    };
    // Only of calls that answer nothing but that they are done.
    const before = doneBefore !== undefined && { doneBefore: { status: doneBefore, result: {} as T } };
    return this.call({ isRepeatable: true, ...asked, ...before, read }, options);
  }
}
