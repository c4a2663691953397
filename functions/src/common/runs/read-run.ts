import { type RunImage, readRunLine } from '../../../../packages/records/src/run-lines.ts';
import type { Objects } from '../ports.ts';
import { linesOf } from '../storage/lines-of.ts';
import { runName } from './run-ports.ts';

/** What a run says, image by image in the order of their ids, a few at a time. */
export async function* readRun(
  { dataset, hash }: { dataset: string; hash: string },
  objects: Pick<Objects, 'read'>,
): AsyncGenerator<RunImage[]> {
  for await (const lines of linesOf(objects.read(runName(dataset, hash)))) yield lines.map(readRunLine);
}
