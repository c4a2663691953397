/**
 * What people tell a camera to do (Contract 19), as `controller.action` of the live state has it. The record of the monitor numbers
 * the commands, so they have one order; here each is taken once, in time, or never.
 */

/** Milliseconds after which a camera takes a command only if it says that it may be late. The rules have the same number. */
export const TAKEN_WITHIN = 30_000;
/** Commands that are kept, the newest; and so many may wait. With their parameters they are 80 kB at most. */
export const MOST_COMMANDS = 20;

export type Params = Readonly<Record<string, string | number | boolean>>;

export interface Command {
  /** 1, 2, 3 … for each monitor. */
  id: number;
  command: string;
  params?: Params;
  /** Uid of the person who asked for it; `''` if nobody has proved an identity. */
  by: string;
  /** Unix milliseconds, as all times here. */
  at: number;
  /** Name of the request, which a retry has too. */
  request?: string;
}

/** `by`: a word of the device's own, by which it knows later that it was this device; `''` if it gave none. */
export interface Taken {
  at: number;
  by: string;
  late?: true;
}

export interface Result {
  id: number;
  ok: boolean;
  message?: string;
  at: number;
}

/** `controller.action`. */
export interface Action {
  /** A command has been taken and is not done. */
  status?: boolean;
  /** The newest. */
  request?: Command;
  /** By `keyOf`; the newest ones. */
  requests?: Readonly<Record<string, Command & { taken?: Taken }>>;
  /** Of the command that was done last. */
  result?: Result;
}

/** The database makes a list of keys that are numbers. */
export const keyOf = (id: number): string => `c${id}`;

const inOrder = ({ requests = {} }: Action) => Object.values(requests).sort((a, b) => a.id - b.id);

const isInTime = ({ at }: Command, now: number): boolean => now - at <= TAKEN_WITHIN;

/**
 * @param late also those that were not taken in time
 * @returns those that the camera has yet to take, in their order
 */
export const waitingIn = (action: Action, { late, now }: { late: boolean; now: number }): Command[] =>
  inOrder(action).filter((each) => each.taken === undefined && (late || isInTime(each, now)));

/** The command of this request, if it is among the newest. */
export const askedBefore = (action: Action, request: string | undefined): Command | undefined =>
  request === undefined ? undefined : inOrder(action).find((each) => each.request === request);

/** `overtaken`: a later command is there, before which it cannot come any more. */
export type NotAsked = 'overtaken' | 'enough';

export function withCommand(action: Action, command: Command): Action | NotAsked {
  const known = inOrder(action);
  if ((known.at(-1)?.id ?? 0) >= command.id) return 'overtaken';
  if (waitingIn(action, { late: false, now: command.at }).length >= MOST_COMMANDS) return 'enough';
  const kept = [...known, command].slice(-MOST_COMMANDS);
  const requests = Object.fromEntries(kept.map((each) => [keyOf(each.id), each]));
  return { status: false, ...action, request: command, requests };
}

/** `known`: this device has taken it before. */
export type NotTaken = 'unknown' | 'known' | 'taken by another' | 'late';

export function withTaken(action: Action, id: number, taken: Taken): Action | NotTaken {
  const command = action.requests?.[keyOf(id)];
  if (!command) return 'unknown';
  if (command.taken) return taken.by !== '' && command.taken.by === taken.by ? 'known' : 'taken by another';
  if (!isInTime(command, taken.at) && !taken.late) return 'late';
  const requests = { ...action.requests, [keyOf(id)]: { ...command, taken } };
  return { ...action, status: true, requests };
}

export function withResult(action: Action, result: Result): Action | 'unknown' | 'known' | 'not taken' {
  const command = action.requests?.[keyOf(result.id)];
  if (!command) return 'unknown';
  if (!command.taken) return 'not taken';
  if (action.result?.id === result.id) return 'known';
  return { ...action, status: false, result };
}
