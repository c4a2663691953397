/** @covers Leftovers of died processes */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { missingLifecycle } from '../../deploy/bucket-lifecycle.ts';
import { recordGcloud } from '../support/gcloud.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { rule } = JSON.parse(readFileSync(resolve(ROOT, 'rules/storage.lifecycle.json'), 'utf8'));
const other = { action: { type: 'Delete' }, condition: { age: 30, matchesPrefix: ['elsewhere/'] } };

test('archives are deleted after a day, those of imports after seven, other rules stay, and nothing is done twice', () => {
  expect(missingLifecycle({})).toEqual({ rule });
  expect(missingLifecycle({ lifecycle_config: { rule: [other] } })).toEqual({ rule: [other, ...rule] });
  expect(missingLifecycle({ lifecycle_config: { rule: [other, ...rule] } })).toBeNull();
});

test('no rule applies to permanent objects', () => {
  expect(rule.map(({ condition }: { condition: object }) => condition)).toEqual([
    { age: 1, matchesPrefix: ['archive/'] },
    { age: 7, matchesPrefix: ['import/', 'run/'] },
  ]);
});

test("the dry run prints the command for the deployment's bucket", async () => {
  const gcloud = await recordGcloud();
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, PATH: gcloud.path, GCLOUD_PROJECT: 'a-project', STORAGE_BUCKET: '' };
  const print = (more: object) =>
    execFileSync(process.execPath, [resolve(ROOT, 'deploy/bucket-lifecycle.ts'), '--dry-run'], {
      env: { ...env, ...more },
      encoding: 'utf8',
    });
  expect(print({})).toContain(
    'gcloud storage buckets update gs://a-project.firebasestorage.app --lifecycle-file=',
  );
  expect(print({ STORAGE_BUCKET: 'frames' })).toContain(' gs://frames ');
  // The printed file replaces all rules, so it must contain those that are there.
  const described = { lifecycle_config: { rule: [other] } };
  await gcloud.record({ 'storage buckets describe gs://frames': described });
  const [, ...file] = print({ STORAGE_BUCKET: 'frames' }).split('\n');
  expect(JSON.parse(file.join(''))).toEqual({ rule: [other, ...rule] });
  await gcloud.remove();
});
