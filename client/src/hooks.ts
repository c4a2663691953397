import type { Answer, Body } from './answer.ts';
import type { Resource } from './resource.ts';
import type { CallOptions } from './transport.ts';

type Route = '/dataset/{dataset_id}/hook';

/** `failing`: since when it is no longer tried; `ended`: since when it never will be. Unix milliseconds or null. */
export type HookRecord = Answer<`GET ${Route}`>['hooks'][number];
/** `deliveries`: its last 50 attempts, newest first. */
export type HookWithDeliveries = Omit<Answer<`GET ${Route}/{hook}`>, 'error' | 'status'>;
export type NewHook = Body<`POST ${Route}`>;
/** `answered`: status of the receiver's answer; `problem`: why there was none. */
export type HookTest = Omit<Answer<`POST ${Route}/{hook}/test`>, 'error' | 'status'>;

/** Addresses that are told when a version or a run is ready, or an import done. Only for the owner. */
export class Hooks {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** At most 10, oldest first. */
  async list(options?: CallOptions): Promise<HookRecord[]> {
    return (await this.#resource.ask<{ hooks: HookRecord[] }>({ method: 'GET' }, options)).hooks;
  }

  get(hook: string, options?: CallOptions): Promise<HookWithDeliveries> {
    return this.#resource.at(hook).ask({ method: 'GET' }, options);
  }

  /** The secret, which messages are signed with, is returned only here. */
  make(fields: NewHook, options?: CallOptions): Promise<{ hook: string; secret: string }> {
    return this.#resource.ask({ method: 'POST', json: fields, isRepeatable: false }, options);
  }

  /** One that was failing is tried again. */
  async update(hook: string, fields: Partial<NewHook>, options?: CallOptions): Promise<void> {
    await this.#resource.at(hook).ask({ method: 'PATCH', json: fields }, options);
  }

  /** Deletes it, with what has not been delivered. */
  async delete(hook: string, options?: CallOptions): Promise<void> {
    await this.#resource.at(hook).ask({ method: 'DELETE', doneBefore: 404 }, options);
  }

  /** Sends one message of the type `test`, and waits for what becomes of it. */
  test(hook: string, options?: CallOptions): Promise<HookTest> {
    return this.#resource.at(hook, 'test').ask({ method: 'POST' }, options);
  }
}
