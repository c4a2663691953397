/** @covers Postdeploy mount */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { mountFlaws, readMount, volumeOf } from '../../deploy/mount-volume.ts';

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
    'gcloud run services update service-git --add-volume=name=editor,type=nfs,location=10.0.0.2:/share --add-volume-mount=volume=editor,mount-path=/mnt/editor --network=factory --vpc-egress=private-ranges-only --project=a-project --region=europe-west1',
  );
});

test('the dry run prints the command for a bucket, which belongs to the user of the functions', () => {
  expect(dryRun({ EDITOR_VOLUME_SOURCE: 'gs://flows' })).toContain(
    "gcloud beta run services update service-git '--add-volume=name=editor,type=cloud-storage,bucket=flows,mount-options=uid=33;gid=33' ",
  );
});

test('without a project it says how to name one', () => {
  const run = () => dryRun({ GCLOUD_PROJECT: '', GOOGLE_CLOUD_PROJECT: '' });
  expect(run).toThrow(/Which project is the volume for\? --project <project>/);
});

test('without a source nothing is mounted, which is reported', () => {
  expect(dryRun({})).toMatch(/not set/);
});

test.each(['ftp://x/y', 'nfs://10.0.0.2', 'gs://', 'nfs://a/b,type=secret', 'gs://a b'])(
  '%s is refused',
  (source) => {
    expect(() => volumeOf(source)).toThrow(/expected nfs/);
    expect(() => readMount({ EDITOR_VOLUME_SOURCE: source, GCLOUD_PROJECT: 'p' })).toThrow(/expected nfs/);
  },
);

const service = (volume: object, { path = '/mnt/editor', network = '' } = {}) => ({
  spec: {
    template: {
      metadata: { annotations: network && { 'run.googleapis.com/network-interfaces': network } },
      spec: {
        containers: [{ volumeMounts: [{ name: 'editor', mountPath: path }] }],
        volumes: [{ name: 'editor', ...volume }],
      },
    },
  },
});
const share = { nfs: { server: '10.0.0.2', path: '/share' } };
const bucket = (mountOptions: string) => ({
  csi: { driver: 'gcsfuse.run.googleapis.com', volumeAttributes: { bucketName: 'flows', mountOptions } },
});
const nfs = { source: 'nfs://10.0.0.2/share', path: '/mnt/editor' };
const gs = { source: 'gs://flows/', path: '/mnt/editor' };
const joined = '[{"network":"projects/a-project/global/networks/factory","subnetwork":"east"}]';

describe('the current mount', () => {
  test('is recognized', () => {
    expect(mountFlaws(service(share), nfs)).toEqual([]);
    expect(mountFlaws(service(bucket('uid=33,gid=33')), gs)).toEqual([]);
    const inNetwork = { ...nfs, network: 'factory', subnet: 'east' };
    expect(mountFlaws(service(share, { network: joined }), inNetwork)).toEqual([]);
  });

  test('at another path, of another source or of root is not enough', () => {
    expect(mountFlaws({}, nfs)).toEqual(['nothing at /mnt/editor']);
    expect(mountFlaws(service(share, { path: '/mnt/other' }), nfs)).toEqual(['nothing at /mnt/editor']);
    expect(mountFlaws(service(share), { ...nfs, source: 'nfs://10.0.0.3/share' })).toEqual([
      'nfs://10.0.0.2/share is mounted',
    ]);
    expect(mountFlaws(service(share), gs)).toEqual(['nfs://10.0.0.2/share is mounted']);
    expect(mountFlaws(service(bucket('')), gs)).toEqual(['it does not belong to user 33']);
  });

  test('in no network or another one is not enough: the share would be out of reach', () => {
    const wanted = { ...nfs, network: 'factory', subnet: 'west' };
    expect(mountFlaws(service(share), wanted)).toEqual([
      'not in the network factory',
      'not in the subnet west',
    ]);
    expect(mountFlaws(service(share, { network: joined }), wanted)).toEqual(['not in the subnet west']);
  });
});
