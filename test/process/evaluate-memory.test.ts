/** Evaluation: nothing is kept of an image but its objects and predictions. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const peakWith = (images: number): number =>
  Number(execFileSync(process.execPath, [join(import.meta.dirname, 'evaluate-worker.ts'), String(images)]));

test('a million images need hardly more memory than a thousand', () => {
  expect(peakWith(1_000_000) / peakWith(1000)).toBeLessThan(1.5);
});
