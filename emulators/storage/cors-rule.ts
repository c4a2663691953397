import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FILE = resolve(import.meta.dirname, '../../rules/storage.cors.json');

/** As in the bucket's resource. `*` among the origins means any. */
export interface CorsRule {
  origin: readonly string[];
  method: readonly string[];
  responseHeader: readonly string[];
  maxAgeSeconds: number;
}

/** The rule of rules/storage.cors.json for these origins, here and in a deployment. */
export const corsRule = (origin: readonly string[]): CorsRule => ({
  origin,
  ...(JSON.parse(readFileSync(FILE, 'utf8')) as Omit<CorsRule, 'origin'>),
});
