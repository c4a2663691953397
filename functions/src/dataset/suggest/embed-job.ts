import { inSteps, type Kind } from '../../common/jobs/kind.ts';
import { type AddedVectors, addVectors } from './add-vectors.ts';

/** Seconds of a step; how far it is within one is shown all the time. */
const SLICE = 40;

interface Looked extends AddedVectors {
  step: number;
}

/** How far it is stands with the dataset, so that a step that is repeated finds its pictures looked at. */
export const embedJob: Kind = {
  async work(doing) {
    const begin: Looked = { indexed: 0, unreadable: 0, pending: 1, step: 0 };
    const end = await inSteps(doing, begin, async ({ pending, step }) => {
      if (pending === 0) return null;
      const { dataset, job, signal, report } = doing;
      const isNewest = job.input.isNewest === true && step === 0;
      const looked = await addVectors(dataset.id, { seconds: SLICE, signal, report, isNewest });
      const done = looked.indexed + looked.unreadable;
      const cursor = { ...looked, step: step + 1 };
      return { weight: 1, write: async () => ({ cursor, done, total: done + looked.pending }) };
    });
    if (!end) return null;
    const { step: _, ...result } = end;
    return { result };
  },
};
