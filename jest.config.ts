import type { Config } from 'jest';
import { STEP, TEST } from './test/support/limits.ts';

const config: Config = {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/strip-types.mjs' },
  modulePathIgnorePatterns: ['<rootDir>/functions/lib/'],
  testTimeout: TEST,
  testSequencer: '<rootDir>/test/run/sequencer.mjs',
  reporters: ['default', '<rootDir>/test/run/reporter.ts'],
  // Suites often wait for processes and timers: three left two cores idle for a fifth of the run, four for a sixth.
  maxWorkers: 5,
  // Modules of finished suites are never freed, and a large process starts others slowly: with 3 GB it takes a tenth of a second
  // for each git and each function. A new worker is cheaper.
  workerIdleMemoryLimit: '250MB',
  // The half second of jest is too short for a busy machine. A worker that something holds for so long has leaked it.
  workerGracefulExitTimeout: STEP,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

export default config;
