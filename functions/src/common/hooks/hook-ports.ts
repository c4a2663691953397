/** Ports for hooks: addresses that are told what happened in a dataset or at a monitor (Contract 16). Adapters are in `adapters/`. */

import type { Permit } from '../model.ts';

/** What the hooks of each kind of record can be told. */
export const EVENTS = {
  dataset: ['version.ready', 'run.ready', 'import.done', 'review.empty', 'job.done', 'job.failed'],
  monitor: ['session.started', 'session.stopped', 'monitor.silent', 'monitor.slow', 'monitor.back'],
} as const;
export type EventType = (typeof EVENTS)[HookOwner['kind']][number];

/** `subject`: what it is about: the same at each attempt of the commit */
export interface NewEvent {
  type: EventType;
  subject: string | number;
  data: object;
}

/** The record whose hooks they are. */
export interface HookOwner {
  kind: 'dataset' | 'monitor';
  id: string;
}

/** Hooks of a record, ended ones included. */
export const MOST_HOOKS = 10;

/** Messages that wait for one hook: the oldest makes room for a new one. Counting them costs one read. */
export const MOST_WAITING = 1_000;

/** Why an attempt had no answer. `address`: private, not https, or not to be connected to. */
export const PROBLEMS = ['address', 'connection', 'timeout'] as const;

/** Of one attempt: the status of its answer, or why there was none. */
export interface Outcome {
  answered: number | null;
  problem: (typeof PROBLEMS)[number] | null;
}

/** One attempt. `message` is the `webhook-id`, `at` Unix milliseconds. */
export interface Delivery extends Outcome {
  message: string;
  type: string;
  at: number;
}

/** What an owner chooses. */
export interface HookChoice {
  url: string;
  events: EventType[];
  name: string;
}

/** `dataset/{id}/hook/{h}`, and the same of a monitor. Times in Unix milliseconds. */
export interface Hook extends HookChoice {
  id: string;
  /** uid of the person who made it. */
  by: string;
  createdAt: number;
  /** Since when it is no longer tried, after a day without success. Its messages are kept. */
  failing: number | null;
  /** When it ended for good: its receiver answered 410, or its record was deleted or got another owner. */
  ended: number | null;
  /** Messages that were never delivered, because more than 1,000 waited. */
  dropped: number;
  /** The last 50, newest first. */
  deliveries: readonly Delivery[];
}

export interface Hooks {
  /** The secret is 256 random bits, returned only here. Null: the record is gone. @throws what `permit` throws */
  create(
    owner: HookOwner,
    hook: HookChoice,
    permit: Permit,
  ): Promise<{ hook: string; secret: string } | 'too many' | null>;
  /** Oldest first. */
  list(owner: HookOwner): Promise<Hook[]>;
  find(place: HookPlace): Promise<Hook | null>;
  /** One that was failing is tried again. False: it is gone, or has ended. @throws what `permit` throws */
  change(place: HookPlace, fields: Partial<HookChoice>, permit: Permit): Promise<boolean>;
  /** With the messages that wait for it, which go first. @throws what `permit` throws */
  remove(place: HookPlace, permit: Permit): Promise<void>;
}

export interface HookPlace {
  owner: HookOwner;
  hook: string;
}

/** One that has something to tell. */
export interface WaitingHook {
  place: HookPlace;
  /** Uid of whoever owned the record when the hook was made. It ends when somebody else does. */
  owner: string;
}

/** What is sent: the body is the same at each attempt. */
export interface Message {
  id: string;
  type: string;
  body: string;
}

/** Failures since the last success: how many, and since when (Unix milliseconds). Nothing is tried before `until`. */
export interface Streak {
  attempts: number;
  since: number;
  until: number;
}

/** Where it is sent, and what it is signed with. */
export interface Receiver {
  url: string;
  secret: string;
  streak: Streak | null;
}

/** The messages of hooks. They are written by the commits that they tell of; the adapters of those know how. */
export interface Outbox {
  /** Hooks that have messages, and may be tried now, each once: the least recently served first. @param owner only its own */
  waiting(now: number, owner?: HookOwner): AsyncIterable<WaitingHook>;
  /** Keeps other processes from the hook for half a minute. Null: somebody else has it, or there is nothing to do. */
  claim(place: HookPlace, now: number): Promise<(Receiver & { lease: string }) | null>;
  /** The oldest one. */
  next(place: HookPlace): Promise<Message | null>;
  /**
   * Keeps what became of an attempt, and claims the hook for longer. A message that was delivered is removed.
   * @returns false if the hook is gone, or another process has it by now
   */
  note(place: HookPlace, lease: string, attempt: Attempt): Promise<boolean>;
  /** Frees the hook. If it has messages left, it waits behind the others; if not, no longer. */
  release(place: HookPlace, lease: string): Promise<void>;
  /** Where a test goes to, whoever has the hook. Null: it is gone, or has ended. */
  receiver(place: HookPlace): Promise<Receiver | null>;
  /** Keeps what became of a test. One that was failing is tried again if the test was delivered. */
  noteTest(place: HookPlace, attempt: Attempt): Promise<void>;
}

/** `result` of a failure: the streak that it makes, or `given up`. */
export interface Attempt {
  delivery: Delivery;
  result: 'delivered' | 'gone' | Streak | 'given up';
}

/** Sends a message once, and waits 10 seconds at most. It never throws. */
export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<Outcome>;
