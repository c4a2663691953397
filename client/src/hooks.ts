import type {
  ListedHook,
  ListedMonitorHook,
  MakeHookRequest,
  ShowHookAnswer,
  TestHookAnswer,
} from './api.ts';
import type { Told } from './group.ts';
import type { CallOptions } from './transport.ts';

export type DatasetEvent = ListedHook['events'][number];
export type MonitorEvent = ListedMonitorHook['events'][number];

/** `failing`: since when it is no longer tried; `ended`: since when it never will be. Unix milliseconds or null. */
export type HookRecord<Event extends string = DatasetEvent> = Omit<ListedHook, 'events'> & {
  events: Event[];
};
/** `deliveries`: its last 50 attempts, newest first. */
export type HookWithDeliveries<Event extends string = DatasetEvent> = HookRecord<Event> &
  Pick<ShowHookAnswer, 'deliveries'>;
export type NewHook<Event extends string = DatasetEvent> = Omit<MakeHookRequest, 'events'> & {
  events: Event[];
};
/** `answered`: status of the receiver's answer; `problem`: why there was none. */
export type HookTest = Told<TestHookAnswer>;

/** Hooks of a dataset, or of a monitor: they differ in their events. */
export interface Hooks<Event extends string = DatasetEvent> {
  list(options?: CallOptions): Promise<HookRecord<Event>[]>;
  get(hook: string, options?: CallOptions): Promise<HookWithDeliveries<Event>>;
  make(fields: NewHook<Event>, options?: CallOptions): Promise<{ hook: string; secret: string }>;
  update(hook: string, fields?: Partial<NewHook<Event>>, options?: CallOptions): Promise<void>;
  delete(hook: string, options?: CallOptions): Promise<void>;
  test(hook: string, options?: CallOptions): Promise<HookTest>;
}
