import { changeClaims } from './adapters/claims.ts';

export const ports = { changeClaims };
