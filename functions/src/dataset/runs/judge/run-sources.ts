import { addAbortSignal } from 'node:stream';
import { isClassified } from '../../../../../packages/formats/src/format.ts';
import type { DatasetType } from '../../../../../packages/records/src/lists.ts';
import type { Objects } from '../../../common/ports.ts';
import { readRun } from '../../../common/runs/read-run.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';
import { readManifest } from '../../../common/versions/read-manifest.ts';
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

/** Masks are compared only with masks. */
export function kindOf(type: DatasetType, ...indexes: readonly RunIndex[]): Kind {
  if (isClassified(type)) return 'classes';
  return type === 'MULTILABEL' && indexes.every(({ header }) => header.hasMasks) ? 'masks' : 'boxes';
}
