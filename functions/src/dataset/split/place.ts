import { hash } from 'node:crypto';

/** Position in the order of the hashes: 48 bits of the SHA-256 of the name. */
export const placeOf = (name: string): number =>
  Number.parseInt(hash('sha256', name, 'hex').slice(0, 12), 16);
