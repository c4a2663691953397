/** Recorded answers of the local stack: examples.json, written by `npm run openapi -- --record`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Recorded {
  operation: string;
  /** Name within its operation. */
  name: string;
  summary: string;
  status: number;
  body: unknown;
}

export const EXAMPLES = join(import.meta.dirname, 'examples.json');

export const readExamples = (): Recorded[] => JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Recorded[];
