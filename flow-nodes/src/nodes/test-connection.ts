/** The button Test of a monitor: what works with these settings, without changing anything. */
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Sightline } from '../../../client/src/sightline.ts';
import type { SightlineError } from '../../../client/src/sightline-error.ts';

export interface TestInput {
  address: string;
  monitor: string;
  deviceKey?: string | undefined;
  folder: string;
}

export interface Finding {
  /** Texts are in the editor's catalogue, under `test`. */
  check: 'address' | 'monitor' | 'dataset' | 'folder';
  /** `unknown`: an earlier check has failed. */
  outcome: 'works' | 'fails' | 'unknown';
  /** Why it fails. */
  reason?: string;
}

/** Patience of a person in front of a button, milliseconds. */
const PATIENCE = 8_000;
/** The last check: this answer means that all others passed. */
const NOT_A_PICTURE = 415;

export async function testConnection(input: TestInput): Promise<Finding[]> {
  const [service, folder] = await Promise.all([testService(input), testFolder(input.folder)]);
  return [...service, folder];
}

/** An upload of something that is no picture: the service checks key, monitor and dataset before it looks at the bytes. */
async function testService({ address, monitor, deviceKey }: TestInput): Promise<Finding[]> {
  if (!URL.canParse(address)) return findings('address', `"${address}" is not an address`);
  const retry = { attempts: 2, timeout: PATIENCE / 2 };
  const client = new Sightline({ baseUrl: address, retry, ...(deviceKey && { deviceKey }) });
  const bytes = Buffer.from('test');
  const error = await client
    .monitors(monitor)
    .upload(bytes, { name: 'test', deadline: PATIENCE })
    .then(
      () => undefined,
      (failure: SightlineError) => failure,
    );
  if (!error || error.status === NOT_A_PICTURE) return findings();
  if (error.kind !== 'refused' || error.status >= 500 || error.status === 429)
    return findings('address', error.message);
  return findings(error.message.startsWith('Error: ') ? 'dataset' : 'monitor', error.message);
}

const CHECKS = ['address', 'monitor', 'dataset'] as const;

/** Everything before the failed check works; what comes after it is not known. */
function findings(failed?: (typeof CHECKS)[number], reason = ''): Finding[] {
  const place = failed === undefined ? CHECKS.length : CHECKS.indexOf(failed);
  return CHECKS.map((check, index) => {
    if (index < place) return { check, outcome: 'works' };
    return index === place ? { check, outcome: 'fails', reason } : { check, outcome: 'unknown' };
  });
}

async function testFolder(folder: string): Promise<Finding> {
  const path = join(folder, `test-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, 'test', { flush: true });
    await rm(path);
    return { check: 'folder', outcome: 'works' };
  } catch (error) {
    return { check: 'folder', outcome: 'fails', reason: (error as Error).message };
  }
}
