/**
 * A linter for OpenAPI documents finds nothing in openapi.yaml that would confuse a generator.
 * @covers openapi.yaml by a linter
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const ROOT = resolve(import.meta.dirname, '../..');
const CLI = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');

/** @returns the violated rules, with their places */
async function lint(file: string): Promise<string[]> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'lint', file, '--format=json'], {
    env: { ...env, ...quiet },
    cwd: ROOT,
    maxBuffer: 64e6,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const { problems } = JSON.parse(stdout) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

test('openapi.yaml: no error, no warning', async () => {
  expect(await lint('openapi.yaml')).toEqual([]);
});

test('a document with an error is reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-lint-'));
  const file = join(folder, 'openapi.yaml');
  await writeFile(file, 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /a/: { get: {} } }\n');
  const problems = await lint(file);
  await rm(folder, { recursive: true });
  expect(problems.join('\n')).toContain('operation-operationId');
});
