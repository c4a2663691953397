/** A parent of an isolated process that computes for ever; prints its process id. */
import { join } from 'node:path';
import { runIsolated } from '../../functions/src/common/isolated/run-isolated.ts';
import type { spin } from './isolated-works.ts';

await runIsolated<typeof spin>('spin', {
  input: { tell: 'child' },
  ports: {
    note: async (text) => {
      process.stdout.write(text);
      return '';
    },
    async *numbers() {},
    fail: async () => Promise.reject(new Error('never asked')),
  },
  budget: { seconds: 600, megabytes: 500 },
  place: 'long',
  caller: 'test',
  signal: new AbortController().signal,
  entry: join(import.meta.dirname, 'isolated-works.ts'),
});
