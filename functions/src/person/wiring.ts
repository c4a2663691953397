import { changeClaims } from './adapters/claims.ts';

export type { PersonNamed } from './adapters/claims.ts';
export const ports = { changeClaims };
