import { readFileSync } from 'node:fs';
import { startDatabase } from '../../../emulators/database/server.ts';
import { Faults } from '../../../emulators/faults.ts';

/** A Realtime Database server to test: ours, or the emulator suite's. */
export interface Target {
  name: string;
  start(): Promise<Running>;
}

export interface Running {
  /** `127.0.0.1:port` */
  host: string;
  close(): Promise<void>;
}

export const RULES = readFileSync(new URL('../../../rules/database.rules.json', import.meta.url), 'utf8');

export const embedded: Target = {
  name: 'embedded server',
  start: async () => {
    const { port, close } = await startDatabase({ port: 0, rules: RULES, faults: new Faults() });
    return { host: `127.0.0.1:${port}`, close };
  },
};

const official = process.env.OFFICIAL_DATABASE_EMULATOR;

/** Always ours; also the official one if OFFICIAL_DATABASE_EMULATOR=host:port is set. */
export const targets: Target[] = official
  ? [embedded, { name: 'official emulator', start: async () => ({ host: official, close: async () => {} }) }]
  : [embedded];
