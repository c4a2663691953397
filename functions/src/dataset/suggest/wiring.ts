import { embedderAt } from '../../common/adapters/embedder.ts';
import { embedderAddress } from '../../common/config.ts';
import type { Describers } from '../../common/records/vector-ports.ts';
import { builtin } from './builtin.ts';

export const describers: Describers = async (embedder, signal) =>
  embedder === 'builtin' ? builtin : embedderAt(embedderAddress(), signal);
