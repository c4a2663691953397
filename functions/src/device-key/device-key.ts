/**
 * `npm run device-key -- create|list|revoke --monitor ID [--key HASH] [--project ID]`: keys of cameras (Contract 8).
 * Without `--project` it speaks to the local stack, with it to a deployment, by the application default credentials.
 */

import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { shortHash } from '../common/http/audit.ts';
import { logBeside } from '../common/log.ts';
import { createKey, KeyRefusal, listKeys, revokeKey } from './keys.ts';

const USAGE = `Usage: npm run device-key -- create|list|revoke --monitor ID [--key HASH] [--project ID]

  create   makes a key and prints it, once; a monitor has at most two live keys, for rotation
  list     the keys of a monitor, by the beginning of their SHA-256
  revoke   ends the key whose SHA-256 begins with --key
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    monitor: { type: 'string' },
    key: { type: 'string' },
    project: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** Addresses of Contract 1; set before any client is made. */
function aim(project: string | undefined): void {
  if (project !== undefined) process.env.GCLOUD_PROJECT = project;
  else {
    process.env.GCLOUD_PROJECT ??= 'demo-sightline';
    process.env.FIRESTORE_EMULATOR_HOST ??= '127.0.0.1:8080';
  }
  process.env.METADATA_SERVER_DETECTION ??= project === undefined ? 'none' : 'assume-present';
}

async function main(): Promise<string> {
  const [command] = positionals;
  const { monitor, key, project } = values;
  if (values.help) return USAGE;
  if (!command || !monitor) throw new KeyRefusal(USAGE);
  aim(project);
  if (command === 'create') {
    const { key } = await audited('key create', monitor, createKey(monitor, by()));
    return `${key}\n\nThis is the only time it is shown. The camera sends it as X-Device-Key.`;
  }
  if (command === 'list') return table(await listKeys(monitor));
  if (command === 'revoke' && key) {
    const { hash } = await audited('key revoke', monitor, revokeKey(monitor, key, by()));
    return `Revoked ${hash}.`;
  }
  throw new KeyRefusal(USAGE);
}

/** Who sits at the terminal, as the system tells it; the key's own document keeps it too. */
function by(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Leaves a line about a change of keys, whatever comes of it; on standard error, beside the answer. */
async function audited<T extends { hash: string }>(
  action: string,
  monitor: string,
  change: Promise<T>,
): Promise<T> {
  const fields = { action, caller: 'operator', userId: by(), monitor, project: process.env.GCLOUD_PROJECT };
  try {
    const changed = await change;
    logBeside('INFO', 'audit', { ...fields, key: shortHash(changed.hash), outcome: 'done' });
    return changed;
  } catch (error) {
    const outcome = error instanceof KeyRefusal ? 'refused' : 'failed';
    logBeside('WARNING', 'audit', { ...fields, outcome, reason: (error as Error).message });
    throw error;
  }
}

const table = (keys: Awaited<ReturnType<typeof listKeys>>): string =>
  keys.length === 0
    ? 'No keys.'
    : keys
        .map(
          ({ hash, created, revoked }) =>
            `${hash.slice(0, 12)}  made ${created}  ${revoked ? `revoked ${revoked}` : 'live'}`,
        )
        .join('\n');

try {
  console.log(await main());
  process.exit(0);
} catch (error) {
  console.error(error instanceof KeyRefusal ? error.message : `Not done: ${(error as Error).message}`);
  process.exit(error instanceof KeyRefusal ? 2 : 1);
}
