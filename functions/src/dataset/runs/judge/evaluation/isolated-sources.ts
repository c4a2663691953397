/** What an isolated process reads of runs and versions: their bytes come from its parent. */
import { addAbortSignal, Readable } from 'node:stream';
import type { Budget } from '../../../../common/isolated/protocol.ts';
import type { Remote } from '../../../../common/isolated/serve.ts';
import { readRun } from '../../../../common/runs/read-run.ts';
import type { Reading } from '../../../../common/storage/read-whole.ts';
import { readManifest } from '../../../../common/versions/read-manifest.ts';
import { type MaskPlace, readMaskBytes } from '../../../formats/archive/read-pixels.ts';
import type { CopiesOf } from './group-images.ts';

export interface JudgePorts {
  /** An object with lines. */
  read(name: string): AsyncIterable<Buffer>;
  mask(mask: MaskPlace): Promise<Buffer | null>;
  copies: CopiesOf;
}

/** Of an evaluation or a comparison: ten times what 100,000 images with ten boxes each take, and all that it holds of a set. */
export const EVALUATION: Budget = { seconds: 600, megabytes: 512 };

/** Of the parent. */
export const sourcePorts = (reading: Reading & { dataset: string }): Omit<JudgePorts, 'copies'> => ({
  read: (name) => addAbortSignal(reading.signal, reading.objects.read(name)),
  mask: (mask) => readMaskBytes(mask, reading),
});

/** What runs and versions of a dataset have, as streams. */
export function remoteSources(dataset: string, ports: Remote<Pick<JudgePorts, 'read'>>) {
  const objects = {
    read: (name: string) => Readable.from(ports.stream('read', name), { objectMode: false }),
  };
  return {
    ofRun: ({ hash }: { hash: string }) => readRun({ dataset, hash }, objects),
    ofVersion: ({ hash }: { hash: string }) => readManifest({ dataset, hash }, objects),
  };
}
