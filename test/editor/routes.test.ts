import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PLUGIN_NAME } from '../../emulators/stack/editor-plugin.ts';
import { packPlugin, removePacked } from './pack.ts';
import { type Stage, startStage } from './stage.ts';

const OLDEST_HERE = 'node-red-2';

afterAll(removePacked);

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function call(stage: Stage, path: string, body?: object, headers = {}): Promise<Answer> {
  const response = await fetch(`${stage.url}service-git/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

const flowsOf = async (stage: Stage): Promise<{ id: string }[]> =>
  (await fetch(`${stage.url}flows`)).json() as Promise<{ id: string }[]>;

describe.each(['node-red', OLDEST_HERE])(
  'The package of npm pack, installed into a fresh %s',
  (packageName) => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await startStage({ packageName, install: installPacked });
    });
    afterAll(() => stage.close());

    test('answers project-info in the envelope, never from a cache', async () => {
      const { status, headers, body } = await call(stage, 'project-info');
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(body).toMatchObject({
        success: true,
        operation: 'project-info',
        projectName: 'inspection-line',
      });
      expect(body).toMatchObject({ currentBranch: 'main', ahead: 1, behind: 0, isDetachedHead: false });
    });

    test('refuses another method, an unknown operation and a page of another site', async () => {
      const method = await call(stage, 'status');
      expect([method.status, method.headers.get('allow'), method.body.code]).toEqual([
        405,
        'POST',
        'method_not_allowed',
      ]);
      expect(await call(stage, 'nonsense', {})).toMatchObject({
        status: 404,
        body: { code: 'unknown_route' },
      });
      const foreign = await call(stage, 'push', {}, { 'Sec-Fetch-Site': 'cross-site' });
      expect(foreign).toMatchObject({ status: 403, body: { success: false, code: 'cross_site_request' } });
      expect(await stage.git('rev-list', '--count', 'origin/main..main')).toBe('1');
    });

    test('says what blocks a checkout, and loads the flows of the old commit once nothing does', async () => {
      const [first] = (await stage.git('rev-list', '--reverse', 'main')).split('\n');
      const blocked = await call(stage, 'checkout', { commitRef: first });
      expect(blocked).toMatchObject({
        status: 409,
        body: { code: 'git_checkout_blocked', blockers: ['unpushed_commits'] },
      });
      expect((await call(stage, 'push', {})).body).toMatchObject({ success: true, branch: 'main' });
      expect(await flowsOf(stage)).toHaveLength(5);
      const done = await call(stage, 'checkout', { commitRef: first });
      expect(done.body).toMatchObject({ success: true, ref: first, isDetachedHead: true });
      expect(done.body).not.toHaveProperty('reloadError');
      expect(await flowsOf(stage)).toHaveLength(1);
      expect(await stage.git('status', '--porcelain')).toBe('');
    });

    test('a commit there makes a branch, and the flows follow the return to main', async () => {
      await promisify(execFile)('sh', ['-c', 'echo more >> README.md'], { cwd: stage.project });
      await call(stage, 'add', { stageAll: true });
      const { body } = await call(stage, 'commit', { message: 'From the past' });
      expect(body.createdBranch).toMatch(/^from-[0-9a-f]{7}$/);
      expect((await call(stage, 'push', {})).body).toMatchObject({ setUpstream: true });
      expect((await call(stage, 'return-to-latest', {})).body).toMatchObject({ branch: 'main' });
      expect(await flowsOf(stage)).toHaveLength(5);
      expect(await stage.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    });
  },
);

test('The package is under 400 KB', async () => {
  expect((await stat(await packPlugin())).size).toBeLessThan(400 * 1024);
});

async function installPacked(volume: string): Promise<void> {
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', volume, await packPlugin()];
  await promisify(execFile)('npm', args, { cwd: volume });
  expect((await stat(join(volume, 'node_modules', PLUGIN_NAME, 'dist', 'sightline-git.js'))).isFile()).toBe(
    true,
  );
}
