import type { Answer, Body, RouteName } from './answer.ts';
import type { CallOptions, Transport } from './transport.ts';

type Name<R> = R extends `POST /service-git/${infer N}` ? N : never;
/** The git routes that take POST. */
export type GitOperation = Name<RouteName>;
export type GitAnswer<N extends GitOperation> = Answer<`POST /service-git/${N}`>;
type Input<N extends GitOperation> = Body<`POST /service-git/${N}`>;

/** They change nothing, so they can be retried. */
const READS = new Set<GitOperation>(['status', 'log', 'branches', 'show', 'diff', 'validate-checkout']);

/**
 * The flow editor's active project (Spec 4.4). Answers have `success` and `operation`; errors have `code` and usually
 * `suggestion`. Calls that change the project are never sent twice.
 */
export class Git {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  projectInfo(options?: CallOptions): Promise<Answer<'GET /service-git/project-info'>> {
    const path = '/service-git/project-info';
    return this.#transport.call(
      { method: 'GET', path, isRepeatable: true, read: successOf<Answer<'GET /service-git/project-info'>> },
      options,
    );
  }

  status = (options?: CallOptions) => this.#run('status', {}, options);
  branches = (options?: CallOptions) => this.#run('branches', {}, options);
  log = (input: Input<'log'> = {}, options?: CallOptions) => this.#run('log', input, options);
  show = (commitRef: string, options?: CallOptions) => this.#run('show', { commitRef }, options);
  diff = (input: Input<'diff'> = {}, options?: CallOptions) => this.#run('diff', input, options);
  validateCheckout = (targetRef: string, options?: CallOptions) =>
    this.#run('validate-checkout', { targetRef }, options);

  add = (input: Input<'add'>, options?: CallOptions) => this.#run('add', input, options);
  unstage = (input: Input<'unstage'>, options?: CallOptions) => this.#run('unstage', input, options);
  discard = (files: string[], options?: CallOptions) => this.#run('discard', { files }, options);
  commit = (message: string, options?: CallOptions) => this.#run('commit', { message }, options);

  checkout = (commitRef: string, options?: CallOptions) => this.#run('checkout', { commitRef }, options);
  returnToLatest = (options?: CallOptions) => this.#run('return-to-latest', {}, options);
  createBranch = (input: Input<'create-branch'>, options?: CallOptions) =>
    this.#run('create-branch', input, options);
  switchBranch = (branch: string, options?: CallOptions) => this.#run('switch-branch', { branch }, options);
  deleteBranch = (branch: string, options?: CallOptions) => this.#run('delete-branch', { branch }, options);
  renameBranch = (input: Input<'rename-branch'>, options?: CallOptions) =>
    this.#run('rename-branch', input, options);
  setUpstream = (input: Input<'set-upstream'>, options?: CallOptions) =>
    this.#run('set-upstream', input, options);
  reset = (input: Input<'reset'>, options?: CallOptions) => this.#run('reset', input, options);
  revert = (commitRef: string, options?: CallOptions) => this.#run('revert', { commitRef }, options);

  fetch = (input: Input<'fetch'> = {}, options?: CallOptions) => this.#run('fetch', input, options);
  pull = (input: Input<'pull'> = {}, options?: CallOptions) => this.#run('pull', input, options);
  push = (input: Input<'push'> = {}, options?: CallOptions) => this.#run('push', input, options);
  resolve = (input: Input<'resolve'>, options?: CallOptions) => this.#run('resolve', input, options);
  abortMerge = (options?: CallOptions) => this.#run('abort-merge', {}, options);
  unlock = (input: Input<'unlock'> = {}, options?: CallOptions) => this.#run('unlock', input, options);

  #run<N extends GitOperation>(name: N, json: Input<N>, options?: CallOptions): Promise<GitAnswer<N>> {
    const path = `/service-git/${name}`;
    const isRepeatable = READS.has(name);
    return this.#transport.call(
      { method: 'POST', path, json, isRepeatable, read: successOf<GitAnswer<N>> },
      options,
    );
  }
}

const successOf = <T>(body: unknown): T | undefined =>
  (body as { success?: unknown } | null)?.success === true ? (body as T) : undefined;
