import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { joinRules } from '../../deploy/bucket-lifecycle.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { rule } = JSON.parse(readFileSync(resolve(ROOT, 'rules/storage.lifecycle.json'), 'utf8'));
const other = { action: { type: 'Delete' }, condition: { age: 30, matchesPrefix: ['elsewhere/'] } };

test('archives go after a day, rules of others stay, and nothing is done twice', () => {
  expect(joinRules([], rule)).toEqual(rule);
  expect(joinRules([other], rule)).toEqual([other, ...rule]);
  expect(joinRules([other, ...rule], rule)).toBeNull();
});

test('no rule reaches what is not temporary', () => {
  for (const { condition } of rule) expect(condition.matchesPrefix).toEqual(['archive/']);
});

test("the dry run prints the command for the deployment's bucket", () => {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, GCLOUD_PROJECT: 'a-project', STORAGE_BUCKET: '' };
  const print = (more: object) =>
    execFileSync(process.execPath, [resolve(ROOT, 'deploy/bucket-lifecycle.ts'), '--dry-run'], {
      env: { ...env, ...more },
      encoding: 'utf8',
    });
  expect(print({})).toContain(
    'gcloud storage buckets update gs://a-project.firebasestorage.app --lifecycle-file=',
  );
  expect(print({ STORAGE_BUCKET: 'frames' })).toContain(' gs://frames ');
});
