/** fast-check with the seed of the run (./seed.ts), so that a failure can be repeated. */
import fc from 'fast-check';
import { SEED } from './seed.ts';

fc.configureGlobal({ seed: SEED });

export { default as fc } from 'fast-check';
