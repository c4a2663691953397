import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { isMounted, readMount, volumeOf } from '../../deploy/mount-volume.ts';

const SCRIPT = resolve(import.meta.dirname, '../../deploy/mount-volume.ts');

const dryRun = (env: Record<string, string>): string => {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  return execFileSync(process.execPath, [SCRIPT, '--dry-run'], {
    env: { ...inherited, GCLOUD_PROJECT: 'a-project', EDITOR_VOLUME_SOURCE: '', ...env },
    encoding: 'utf8',
  }).trim();
};

test('the dry run prints the command for an NFS share, with its network', () => {
  expect(
    dryRun({
      EDITOR_VOLUME_SOURCE: 'nfs://10.0.0.2/share',
      EDITOR_NETWORK: 'factory',
      FUNCTIONS_REGION: 'europe-west1',
    }),
  ).toBe(
    'gcloud run services update service-git --add-volume=name=editor,type=nfs,location=10.0.0.2:/share ' +
      '--add-volume-mount=volume=editor,mount-path=/mnt/editor --network=factory --project=a-project ' +
      '--region=europe-west1',
  );
});

test('the dry run prints the command for a bucket', () => {
  expect(dryRun({ EDITOR_VOLUME_SOURCE: 'gs://flows' })).toMatch(/type=cloud-storage,bucket=flows /);
});

test('without a source nothing is mounted, and that is said', () => {
  expect(dryRun({})).toMatch(/not set/);
});

test.each(['ftp://x/y', 'nfs://10.0.0.2', 'gs://', 'nfs://a/b,type=secret', 'gs://a b'])(
  '%s is refused',
  (source) => {
    expect(() => volumeOf(source)).toThrow(/expected nfs/);
    expect(() => readMount({ EDITOR_VOLUME_SOURCE: source, GCLOUD_PROJECT: 'p' })).toThrow(/expected nfs/);
  },
);

test('a mount that stands is seen, one at another path is not', () => {
  const volumeMounts = [{ name: 'editor', mountPath: '/mnt/editor' }];
  const service = { spec: { template: { spec: { containers: [{ volumeMounts }] } } } };
  expect(isMounted(service, { path: '/mnt/editor' })).toBe(true);
  expect(isMounted(service, { path: '/mnt/other' })).toBe(false);
  expect(isMounted({}, { path: '/mnt/editor' })).toBe(false);
});
