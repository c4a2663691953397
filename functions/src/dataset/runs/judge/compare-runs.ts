import { createHash } from 'node:crypto';
import type { output } from 'zod/mini';
import { noteLogFields } from '../../../common/log.ts';
import { classesOf } from '../../formats/export-source.ts';
import { requireReady } from '../../version/show-version.ts';
import { type RunTarget, requireReadyRun } from '../show-run.ts';
import type { EvaluatePorts } from './evaluate-run.ts';
import { compareImages } from './evaluation/evaluate-images.ts';
import { RegionReader } from './evaluation/read-regions.ts';
import { openIndex } from './open-index.ts';
import { evaluating, kindOf, sourcesOf } from './run-sources.ts';
import type { compareQuery } from './schema.ts';

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
 *   `run too large`
 */
export async function compareRuns({ other, query, signal, ...target }: Input, ports: EvaluatePorts) {
  const { dataset, run: a } = await requireReadyRun(target, 'viewer', ports);
  const { run: b } = await requireReadyRun({ ...target, run: other }, 'viewer', ports);
  const { version } = await requireReady({ ...target, number: query.version }, ports);
  noteLogFields({ version: version.number });
  const reading = { objects: ports.objects, signal };
  const kind = kindOf(
    version.parameters.type,
    await openIndex(dataset.id, a, reading),
    await openIndex(dataset.id, b, reading),
  );
  const { ofRun, ofVersion } = sourcesOf(dataset.id, reading);
  const regions = new RegionReader({ dataset: dataset.id, ...reading });
  const compare = () =>
    compareImages({
      images: () => ofVersion(version),
      a: ofRun(a),
      b: ofRun(b),
      set: query.set,
      options: { kind, classes: classesOf(version.parameters) },
      readMask: (mask) => regions.read(mask),
      seed: seedOf([version.hash, a.hash, b.hash]),
      signal,
    });
  const compared = await evaluating.run(compare, { signal });
  return { version: version.number, kind, ...compared, unreadable: regions.lost };
}

const seedOf = (hashes: readonly string[]): number =>
  createHash('sha256').update(hashes.join(' ')).digest().readUInt32BE();
