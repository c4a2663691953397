import type { FeedEvent, Routes } from './api.ts';
import { EventsCalls } from './calls.ts';
import { WAIT } from './group.ts';
import { type CallOptions, startDeadline } from './transport.ts';

export type { FeedEvent } from './api.ts';

type Query = Routes['GET /dataset/{dataset_id}/events']['query'];

/** What has happened in a dataset in the last seven days. */
export class Events extends EventsCalls {
  /** A page, and the place behind it. */
  list = this.askListEvents;

  /**
   * Waits for the next event of these types (of all without any), without a deadline however long that takes.
   * @param asked `after`: `next` of the event before, so that none is lost; what happens from now on unless given
   */
  async wait(
    { after = 'latest', types }: Pick<Query, 'after' | 'types'> = {},
    options: CallOptions = {},
  ): Promise<{ event: FeedEvent; next: string | null }> {
    const left = startDeadline(options.deadline);
    const ask = (query: Query) => this.list(query, { ...options, deadline: left() });
    const asked = { ...(types !== undefined && { types }), limit: 1 };
    let { events, next } = await ask({ ...asked, after });
    while (!events[0])
      ({ events, next } = await ask({ ...asked, ...(next !== null && { after: next }), wait: WAIT }));
    return { event: events[0], next };
  }
}
