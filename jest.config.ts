import type { Config } from 'jest';
import { WORKERS } from './test/run/machine.ts';
import { STEP, TEST } from './test/support/limits.ts';

/**
 * Loaded once for each worker (test/outside.mjs). They neither keep anything of a suite nor read the environment that a suite has
 * set: ports, which a worker hands out once, are meant to be remembered.
 */
const OUTSIDE = [
  '/test/support/(stack|described)\\.ts$',
  '/emulators/stack/ports\\.ts$',
  // The one of the functions reads the environment.
  '(?<!/functions)/node_modules/@google-cloud/firestore/build/src/index\\.js$',
  '/node_modules/sharp/dist/index\\.(cjs|mjs)$',
];

const config: Config = {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: Object.fromEntries([
    ...OUTSIDE.map((path) => [path, '<rootDir>/test/outside.mjs']),
    ['\\.ts$', '<rootDir>/test/strip-types.mjs'],
  ]),
  // By default no file of a package is transformed.
  transformIgnorePatterns: [],
  modulePathIgnorePatterns: ['<rootDir>/functions/lib/'],
  testTimeout: TEST,
  testSequencer: '<rootDir>/test/run/sequencer.mjs',
  reporters: ['default', '<rootDir>/test/run/reporter.ts'],
  maxWorkers: WORKERS,
  // Modules of finished suites are never freed, and a large process starts others slowly: with 3 GB it takes a tenth of a second
  // for each git and each function. A new worker costs some seconds: it loads what is outside of the suites again.
  workerIdleMemoryLimit: '600MB',
  // The half second of jest is too short for a busy machine. A worker that something holds for so long has leaked it.
  workerGracefulExitTimeout: STEP,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

export default config;
