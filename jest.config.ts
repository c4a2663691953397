import type { Config } from 'jest';
import { TEST } from './test/support/limits.ts';

const config: Config = {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/strip-types.mjs' },
  modulePathIgnorePatterns: ['<rootDir>/functions/lib/'],
  testTimeout: TEST,
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Suites often wait for processes and timers: three left two cores idle for a fifth of the run, four for a sixth.
  maxWorkers: 5,
  // Modules of finished suites are never freed, and a large process starts others slowly: with 3 GB it takes a tenth of a second
  // for each git and each function. A new worker is cheaper.
  workerIdleMemoryLimit: '250MB',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

export default config;
