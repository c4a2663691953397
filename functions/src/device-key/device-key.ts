/**
 * `npm run device-key -- create|list|revoke --monitor ID [--key HASH] [--project ID]`: keys of cameras (Contract 8).
 * Without `--project` it works on the local stack; with it on a deployment, with application default credentials.
 */

import { userInfo } from 'node:os';
import { chooseProject, parseCommand } from '../common/command-line.ts';
import { shortHash } from '../common/http/audit.ts';
import { logBeside } from '../common/log.ts';
import { admittedTo, createKey, listKeys, revokeKey } from './adapters/keys.ts';
import { KeyError } from './key-error.ts';

const USAGE = `Usage: npm run device-key -- create|list|revoke --monitor ID [--key HASH] [--project ID]

  create   makes a key and prints it, once; a monitor has at most two live keys, for rotation
  list     the keys of a monitor, by the beginning of their SHA-256
  revoke   ends the key whose SHA-256 begins with --key
`;

const { values, positionals } = parseCommand('npm run device-key', USAGE, {
  allowPositionals: true,
  options: {
    monitor: { type: 'string' },
    key: { type: 'string' },
    project: { type: 'string' },
  },
});

async function main(): Promise<string> {
  const [command] = positionals;
  const { monitor, key, project } = values;
  chooseProject(project, { FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080' });
  if (!command || !monitor) throw new KeyError(USAGE);
  if (command === 'create') {
    const { key } = await audited('key create', monitor, createKey(monitor, by()));
    return `${key}\n\nThis is the only time it is shown. The camera sends it as X-Device-Key.\n${await targets(monitor)}`;
  }
  if (command === 'list') return table(await listKeys(monitor));
  if (command === 'revoke' && key) {
    const { hash } = await audited('key revoke', monitor, revokeKey(monitor, key, by()));
    return `Revoked ${hash}.`;
  }
  throw new KeyError(USAGE);
}

/** Where the camera's frames may go (Contract 8). */
async function targets(monitor: string): Promise<string> {
  const datasets = await admittedTo(monitor);
  return datasets.length === 0
    ? `No dataset admits ${monitor} yet: choose one in its settings, or PUT /dataset/{id}/monitors/${monitor}.`
    : `It may send to: ${datasets.join(', ')}.`;
}

/** The user at the terminal, according to the system; stored in the key's document too. */
function by(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a uid without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Logs a change of keys, whatever its outcome, to standard error, apart from the answer. */
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
    const outcome = error instanceof KeyError ? 'refused' : 'failed';
    logBeside('WARNING', 'audit', { ...fields, outcome, reason: (error as Error).message });
    throw error;
  }
}

const table = (keys: Awaited<ReturnType<typeof listKeys>>): string =>
  keys.length === 0
    ? 'No keys.'
    : keys
        .map(({ hash, made, lastUsed, revoked }) => {
          const state = revoked === null ? 'live' : `revoked ${isoDate(revoked)}`;
          return `${shortHash(hash)}  made ${isoDate(made)}  ${state}${lastUsed ? `  used ${lastUsed}` : ''}`;
        })
        .join('\n');

const isoDate = (millis: number): string => new Date(millis).toISOString();

try {
  console.log(await main());
  process.exit(0);
} catch (error) {
  console.error(error instanceof KeyError ? error.message : `Not done: ${(error as Error).message}`);
  process.exit(error instanceof KeyError ? 2 : 1);
}
