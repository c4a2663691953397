import type { Answer, Body } from './answer.ts';
import type { Resource } from './resource.ts';
import type { CallOptions } from './transport.ts';

type Route = '/dataset/{dataset_id}/hook';
type Listed = Answer<`GET ${Route}`>['hooks'][number];

export type DatasetEvent = Listed['events'][number];
export type MonitorEvent =
  Answer<'GET /monitor/{monitor_id}/hook'>['data']['hooks'][number]['events'][number];

/** `failing`: since when it is no longer tried; `ended`: since when it never will be. Unix milliseconds or null. */
export type HookRecord<Event extends string = DatasetEvent> = Omit<Listed, 'events'> & { events: Event[] };
/** `deliveries`: its last 50 attempts, newest first. */
export type HookWithDeliveries<Event extends string = DatasetEvent> = HookRecord<Event> &
  Pick<Answer<`GET ${Route}/{hook}`>, 'deliveries'>;
export type NewHook<Event extends string = DatasetEvent> = Omit<Body<`POST ${Route}`>, 'events'> & {
  events: Event[];
};
/** `answered`: status of the receiver's answer; `problem`: why there was none. */
export type HookTest = Omit<Answer<`POST ${Route}/{hook}/test`>, 'error' | 'status'>;

/** Addresses that are told what happens in a dataset or at a monitor. Only for the owner. */
export class Hooks<Event extends string = DatasetEvent> {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** At most 10, oldest first. */
  async list(options?: CallOptions): Promise<HookRecord<Event>[]> {
    return (await this.#resource.ask<{ hooks: HookRecord<Event>[] }>({ method: 'GET' }, options)).hooks;
  }

  get(hook: string, options?: CallOptions): Promise<HookWithDeliveries<Event>> {
    return this.#resource.at(hook).ask({ method: 'GET' }, options);
  }

  /** The secret, which messages are signed with, is returned only here. */
  make(fields: NewHook<Event>, options?: CallOptions): Promise<{ hook: string; secret: string }> {
    return this.#resource.ask({ method: 'POST', json: fields, isRepeatable: false }, options);
  }

  /** One that was failing is tried again. */
  async update(hook: string, fields: Partial<NewHook<Event>>, options?: CallOptions): Promise<void> {
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
