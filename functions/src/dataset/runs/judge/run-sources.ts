import { addAbortSignal } from 'node:stream';
import { isClassified } from '../../../../../packages/formats/src/format.ts';
import type { Objects } from '../../../common/ports.ts';
import { readRun } from '../../../common/runs/read-run.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';
import { readManifest } from '../../../common/versions/read-manifest.ts';
import type { Version } from '../../../common/versions/version-ports.ts';
import type { Kind } from './evaluation/truth.ts';
import type { RunIndex } from './run-index.ts';

/** What runs and versions of a dataset have, as streams that end with `signal`. */
export function sourcesOf(dataset: string, { objects, signal }: Reading) {
  const own: Pick<Objects, 'read'> = {
    read: (...asked) => addAbortSignal(signal, objects.read(...asked)),
  };
  return {
    ofRun: ({ hash }: { hash: string }) => readRun({ dataset, hash }, own),
    ofVersion: ({ hash }: { hash: string }) => readManifest({ dataset, hash }, own),
  };
}

/** Masks are compared only with masks: where the version has some, and each run. */
export function kindOf(
  { parameters: { type }, counts }: Pick<Version, 'parameters' | 'counts'>,
  ...indexes: readonly Pick<RunIndex, 'header'>[]
): Kind {
  if (isClassified(type)) return 'classes';
  const areMasks = (counts?.features.masks ?? 0) > 0 && indexes.every(({ header }) => header.hasMasks);
  return type === 'MULTILABEL' && areMasks ? 'masks' : 'boxes';
}
