import { createHash } from 'node:crypto';
import type { output } from 'zod/mini';
import { classesOf } from '../../../../../packages/formats/src/write/export-source.ts';
import { nameOf } from '../../../common/access/caller.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { runIsolated } from '../../../common/isolated/run-isolated.ts';
import { noteLogFields } from '../../../common/log.ts';
import { requireReady } from '../../version/show-version.ts';
import { type RunTarget, requireReadyRun } from '../show-run.ts';
import { badClasses } from './evaluation/bad-classes.ts';
import type { compare } from './evaluation/isolated-compare.ts';
import { EVALUATION, sourcePorts } from './evaluation/isolated-sources.ts';
import type { compareQuery } from './judge-request.ts';
import { openIndex } from './open-index.ts';
import { kindOf } from './run-sources.ts';

interface Input extends RunTarget {
  /** Number of the run that it is compared with. */
  other: number;
  query: output<typeof compareQuery>;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Two runs on the same images of a version (Contract 14).
 * @throws HttpError `dataset not found`, `run not found`, `run not ready`, `version not found`, `version not ready`,
 *   `run too large`, `too costly`
 */
export async function compareRuns({ other, query, signal, ...target }: Input) {
  const { dataset, run: a } = await requireReadyRun(target, 'viewer');
  const { run: b } = await requireReadyRun({ ...target, run: other }, 'viewer');
  const { version } = await requireReady({ ...target, number: query.version });
  noteLogFields({ version: version.number });
  const reading = { objects, signal };
  const kind = kindOf(
    version,
    await openIndex(dataset.id, a, reading),
    await openIndex(dataset.id, b, reading),
  );
  const compared = await runIsolated<typeof compare>('compare', {
    input: {
      dataset: dataset.id,
      a: { hash: a.hash, threshold: a.point?.threshold ?? null },
      b: { hash: b.hash, threshold: b.point?.threshold ?? null },
      version: { hash: version.hash, parameters: version.parameters },
      kind,
      bad: badClasses(dataset, classesOf(version.parameters)),
      set: query.set,
      seed: seedOf([version.hash, a.hash, b.hash]),
    },
    ports: {
      ...sourcePorts({ dataset: dataset.id, ...reading }),
      copies: async (ids) => {
        const { knownCopies } = await import('../../suggest/known-copies.ts');
        return (await knownCopies(dataset, ids, reading))?.groups ?? null;
      },
    },
    budget: EVALUATION,
    place: 'long',
    caller: nameOf(target.caller, ''),
    signal,
  });
  return { version: version.number, kind, ...compared };
}

const seedOf = (hashes: readonly string[]): number =>
  createHash('sha256').update(hashes.join(' ')).digest().readUInt32BE();
