/** For whom a request's work is done, wherever it is: by this, places are shared that no owner of a record stands for. */
import { AsyncLocalStorage } from 'node:async_hooks';

const caller = new AsyncLocalStorage<string>();

/** @param name see `nameOf` (access/caller.ts) */
export const onBehalfOf = <T>(name: string, work: () => T): T => caller.run(name, work);

/** `''` where nobody has asked for it: what is scheduled. */
export const whoseWork = (): string => caller.getStore() ?? '';
