import type { Remote } from '../../functions/src/common/isolated/serve.ts';

type Any = (...args: unknown[]) => unknown;

/** The ports of isolated work without a process, for tests of what the work does. */
export const localPorts = <P>(ports: P): Remote<P> => {
  const all = ports as Record<string, Any>;
  return {
    call: async (name: string, ...args: unknown[]) => all[name]?.(...args),
    stream: async function* (name: string, ...args: unknown[]) {
      yield* all[name]?.(...args) as AsyncIterable<unknown>;
    },
  } as unknown as Remote<P>;
};
