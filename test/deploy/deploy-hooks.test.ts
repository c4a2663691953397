/**
 * The hooks of firebase.json, run as the command line runs them after a deployment, with a gcloud that replaces Google.
 * @covers Contract 9, 12 pages read links of the bucket: the project's Hosting origins and CORS_ORIGINS, reading only; hook, doctor, local Storage
 * @covers Workflow, roles, hooks, smoke, doctor
 */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RecordedGcloud, recordGcloud } from '../support/gcloud.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What the command line does after a target is deployed. */
const POSTDEPLOY = `
  const { Config } = require('firebase-tools/lib/config.js');
  const { lifecycleHooks } = require('firebase-tools/lib/deploy/lifecycleHooks.js');
  const config = Config.load({ cwd: ${JSON.stringify(ROOT)} });
  const options = { config, projectId: 'a-project', project: 'a-project', projectRoot: ${JSON.stringify(ROOT)} };
  lifecycleHooks(process.argv[1], 'postdeploy')({}, options).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
`;

let gcloud: RecordedGcloud;

beforeEach(async () => {
  gcloud = await recordGcloud();
});

afterEach(() => gcloud.remove());

async function afterDeploying(target: string, more: Record<string, string> = {}): Promise<number> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const run = promisify(execFile)(process.execPath, ['-e', POSTDEPLOY, target], {
    env: { ...env, PATH: gcloud.path, ...more },
    cwd: ROOT,
  });
  return run.then(
    () => 0,
    (error: { code: number }) => error.code,
  );
}

const describeBucket = 'storage buckets describe gs://a-project.firebasestorage.app';

test('after Storage: a bucket without the settings gets them, beside its own', async () => {
  const other = { action: { type: 'Delete' }, condition: { age: 30, matchesPrefix: ['elsewhere/'] } };
  const update = 'storage buckets update gs://a-project.firebasestorage.app';
  await gcloud.record({ [describeBucket]: { lifecycle_config: { rule: [other] } }, [update]: {} });
  expect(await afterDeploying('storage')).toBe(0);
  expect((await gcloud.calls()).map((call) => call.replace(/=\S*\.json/, ''))).toEqual([
    `${describeBucket} --format=json --quiet`,
    `${update} --lifecycle-file --quiet`,
    `${describeBucket} --format=json --quiet`,
    `${update} --cors-file --quiet`,
  ]);
});

test('after the functions: a volume that is not mounted is', async () => {
  const update = 'beta run services update service-git';
  await gcloud.record({ 'run services describe service-git': { spec: {} }, [update]: {} });
  expect(await afterDeploying('functions', { EDITOR_VOLUME_SOURCE: 'gs://flows' })).toBe(0);
  const calls = await gcloud.calls();
  expect(calls).toHaveLength(2);
  expect(calls[1]).toContain(
    `${update} --add-volume=name=editor,type=cloud-storage,bucket=flows,mount-options=uid=33;gid=33`,
  );
  expect(calls[1]).toContain('--project=a-project');
});

test('after the first functions, before service-git is deployed: there is nothing to mount yet', async () => {
  await gcloud.record({ 'run services list': [] });
  expect(await afterDeploying('functions', { EDITOR_VOLUME_SOURCE: 'gs://flows' })).toBe(0);
  expect((await gcloud.calls()).filter((call) => call.includes('update'))).toEqual([]);
});

test.each([
  ['that is there but cannot be described', { 'run services list': [{}] }],
  ['of which nothing can be learned', {}],
])('a service %s makes the deployment fail', async (_, answers) => {
  await gcloud.record(answers);
  expect(await afterDeploying('functions', { EDITOR_VOLUME_SOURCE: 'gs://flows' })).toBe(1);
});

test('a hook that fails makes the deployment fail', async () => {
  expect(await afterDeploying('storage')).toBe(1);
});
