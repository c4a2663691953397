/**
 * Evaluation: nothing is kept of an image but its objects and predictions.
 * @covers Evaluation: figures; COCO's as pycocotools has them, the others by hand and by property, intervals by bursts, memory flat in images
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const WORKER = join(import.meta.dirname, 'evaluate-worker.ts');
/** Otherwise what is garbage at once would make the heap grow. */
const COLLECT_SOON = '--max-semi-space-size=1';

const peakWith = (images: number): number =>
  Number(execFileSync(process.execPath, [COLLECT_SOON, WORKER, String(images)]));

test('a million images need hardly more memory than a thousand', () => {
  // Whichever comes first may have to compile.
  const [, few, many] = [1, 1000, 1_000_000].map(peakWith) as [number, number, number];
  expect(many / few).toBeLessThan(1.5);
});
