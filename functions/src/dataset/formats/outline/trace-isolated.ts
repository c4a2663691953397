import { whoseWork } from '../../../common/concurrency/on-behalf-of.ts';
import type { Budget } from '../../../common/isolated/protocol.ts';
import { runIsolated } from '../../../common/isolated/run-isolated.ts';
import type { Traced, TraceMask, traceMask } from './isolated-trace.ts';

/** Of the process that reads masks, for one of them: the largest one takes a tenth of the time, and half of the memory. */
const TRACING: Budget = { seconds: 60, megabytes: 512 };

/** Each mask is a piece of work: exports of several callers take turns. */
const trace: TraceMask = async <As>(as: As, bytes: Uint8Array, signal: AbortSignal) =>
  (await runIsolated<typeof traceMask>('traceMask', {
    input: { as: as as 'outline', bytes },
    ports: {},
    budget: TRACING,
    place: 'short',
    caller: whoseWork(),
    signal,
  })) as Traced<As & 'outline'>;

export const tracing = { trace };
