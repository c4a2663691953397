/** @covers Backup, restore, sweep; never into another bucket */
import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
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
  expect(kept.shift()).toBe('echo p.firebasestorage.app | gcloud storage cp - gs://kept/bucket.txt');
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

describe('a backup knows the bucket that its records name', () => {
  const run = async (script: string, recorded: string | undefined, ...options: string[]) => {
    const gcloud = await recordGcloud();
    const own = {
      'storage buckets describe gs://p.firebasestorage.app': {},
      'storage rsync': {},
      firestore: {},
    };
    const known = recorded === undefined ? {} : { 'storage cat gs://kept/bucket.txt': recorded };
    await gcloud.record({ ...own, ...known, 'storage cp -': {} });
    const { NODE_OPTIONS: _, ...env } = process.env;
    const args = [resolve(ROOT, 'deploy', script), '--project=p', ...options];
    const { status, stderr } = spawnSync(process.execPath, args, {
      env: { ...env, PATH: gcloud.path },
      encoding: 'utf8',
    });
    const calls = await gcloud.calls();
    await gcloud.remove();
    return { status, stderr, changes: calls.filter((each) => /^(storage (cp|rsync)|firestore)/.test(each)) };
  };
  const restored = ['--from=gs://kept', '--at=2026-11-21T0300'];

  test('it is written with the first backup, before anything else, and stays', async () => {
    const first = await run('backup.ts', undefined, '--to=gs://kept');
    expect(first).toMatchObject({ status: 0, changes: { length: 3 } });
    expect(first.changes[0]).toMatch(/^storage cp - gs:\/\/kept\/bucket\.txt/);
    const second = await run('backup.ts', 'p.firebasestorage.app', '--to=gs://kept');
    expect(second).toMatchObject({ status: 0, changes: { length: 2 } });
  });

  test.each([
    ['backup.ts', ['--to=gs://kept']],
    ['restore.ts', restored],
  ])('%s refuses another bucket, and changes nothing', async (script, options) => {
    expect(await run(script, 'lost.firebasestorage.app', ...options)).toEqual({
      status: 1,
      stderr: expect.stringContaining(
        'gs://kept is the backup of gs://lost.firebasestorage.app, not of gs://p.firebasestorage.app',
      ),
      changes: [],
    });
  });

  test('a restore goes on in the same bucket, and warns if an older backup does not say', async () => {
    const same = await run('restore.ts', 'p.firebasestorage.app', ...restored);
    expect(same).toMatchObject({ status: 0, stderr: '', changes: { length: 2 } });
    const unknown = await run('restore.ts', undefined, ...restored);
    expect(unknown).toMatchObject({ status: 0, changes: { length: 2 } });
    expect(unknown.stderr).toMatch(/does not say which bucket/);
  });
});
