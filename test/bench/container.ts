import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * Heap that Node 24 gives itself in a container of 1 GiB, as `monitor` and `dataset` have, measured in a control group with that
 * limit; on a large machine, garbage is collected much later.
 */
export const CONTAINER = ['--max-old-space-size=512', '--max-semi-space-size=16'];

/** The environment that every deployment has. */
export const DEPLOYED = parseEnv(readFileSync(join(import.meta.dirname, '../../functions/.env'), 'utf8'));
