import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { backupCommands, requireBackup, restoreCommands, timeName } from '../../deploy/backup.ts';
import { recordGcloud } from '../support/gcloud.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const place = { project: 'a-project', bucket: 'frames', backup: 'gs://kept/daily' };
const verbs = (commands: string[][]) =>
  commands.map(([noun, verb, ...rest]) => [noun, verb, ...rest.slice(0, 2)]);

test('records are backed up before objects and restored after them, with the same paths', () => {
  expect(verbs(backupCommands(place, '2026-11-21T0300'))).toEqual([
    ['firestore', 'export', 'gs://kept/daily/firestore/2026-11-21T0300', '--database=(default)'],
    ['storage', 'rsync', 'gs://frames', 'gs://kept/daily/objects'],
  ]);
  expect(verbs(restoreCommands(place, '2026-11-21T0300'))).toEqual([
    ['storage', 'rsync', 'gs://kept/daily/objects', 'gs://frames'],
    ['firestore', 'import', 'gs://kept/daily/firestore/2026-11-21T0300', '--database=(default)'],
  ]);
});

test('nothing is ever deleted', () => {
  const all = [...backupCommands(place, 'x'), ...restoreCommands(place, 'x')].flat();
  expect(all.filter((each) => /delete/.test(each))).toEqual([]);
});

test('the name of a backup sorts by time, and is one word', () => {
  expect(timeName(new Date('2026-11-21T03:00:59.999Z'))).toBe('2026-11-21T0300');
});

test.each(['', 'kept', 'gs://', 'gs://kept/../x/', 's3://kept'])(
  '%j is not a valid place for a backup',
  (address) => {
    expect(() => requireBackup(address, '--to')).toThrow(/^--to must be like/);
  },
);

test.each([
  ['firebasestorage.app', 'a project of today'],
  ['appspot.com', 'a project made before October 2024'],
])('the default bucket is found by its name, %s in %s', async (domain) => {
  const gcloud = await recordGcloud();
  await gcloud.record({ [`storage buckets describe gs://p.${domain}`]: { name: `p.${domain}` } });
  const { NODE_OPTIONS: _, ...env } = process.env;
  const args = [resolve(ROOT, 'deploy/backup.ts'), '--project=p', '--dry-run', '--to=gs://kept'];
  const text = execFileSync(process.execPath, args, {
    env: { ...env, PATH: gcloud.path },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await gcloud.remove();
  expect(text).toContain(`gcloud storage rsync gs://p.${domain} gs://kept/objects`);
});

test('the dry runs print what they would do, and how to continue', async () => {
  const gcloud = await recordGcloud();
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, PATH: gcloud.path };
  const print = (script: string, ...options: string[]) =>
    execFileSync(
      process.execPath,
      [resolve(ROOT, 'deploy', script), '--project=p', '--dry-run', ...options],
      {
        env,
        encoding: 'utf8',
      },
    ).split('\n');
  const kept = print('backup.ts', '--to=gs://kept/');
  expect(kept[0]).toMatch(
    /^gcloud firestore export gs:\/\/kept\/firestore\/\d{4}-\d\d-\d\dT\d{4} '--database=\(default\)' --project=p$/,
  );
  const [, at = ''] = /--at (\S+)/.exec(kept[2] ?? '') ?? [];
  expect(print('restore.ts', '--from=gs://kept', `--at=${at}`)).toEqual([
    'gcloud storage rsync gs://kept/objects gs://p.firebasestorage.app --recursive',
    `gcloud firestore import gs://kept/firestore/${at} '--database=(default)' --project=p`,
    'Then: npm run sweep -- --project p --dry-run',
    '',
  ]);
  await gcloud.remove();
});
