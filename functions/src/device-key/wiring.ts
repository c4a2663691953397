import * as keys from './adapters/keys.ts';

export const ports = { keys };
