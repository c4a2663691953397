import { embedderAt } from '../../common/adapters/embedder.ts';
import { embedderAddress } from '../../common/config.ts';
import type { Describer, SomeEmbedder } from '../../common/records/vector-ports.ts';
import { builtin } from './builtin.ts';

export const describers = {
  /** @throws HttpError `suggest refused` where a deployment has no such embedder, `unavailable` */
  open: async (embedder: SomeEmbedder, signal: AbortSignal): Promise<Describer> =>
    embedder === 'builtin' ? builtin : embedderAt(embedderAddress(), signal),
};
