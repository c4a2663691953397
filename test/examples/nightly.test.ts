/**
 * `examples/nightly/` with the real service: a night that is as good as the last ends well, one that is worse does not. Without
 * Python 3.9 it is skipped by name.
 * The jobs call with a key of the dataset.
 * @covers Contract 17 a job on Cloud Run calls as its service account
 * @covers Contract 17 a nightly training job, in Python and in a shell, that fails if the model is worse
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { hasPython, NEEDS, SOURCE } from '../client/python.ts';
import { furnish, upload } from '../support/factory.ts';
import { type Google, startGoogle } from '../support/google-tokens.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMAND = `${process.execPath} ${join(ROOT, 'client/src/command/main.ts')}`;

const TRAINER = 'trainer@parts.iam.gserviceaccount.com';
/** Says of every image that it is of a class that no image has. */
const WORSE = `import csv, json, pathlib, sys
def train(folder):
    with open(folder / "index.csv", encoding="utf-8") as index:
        for row in csv.DictReader(index):
            yield {"image": row["image"], "predictions": [{"tag": "bad", "score": 1}]}
if __name__ == "__main__":
    for each in train(pathlib.Path(sys.argv[1])): print(json.dumps(each))
`;

let stack: TestStack;
let google: Google;
let folder: string;
/** What the jobs are told of their credentials. */
let credentials: NodeJS.ProcessEnv;
if (hasPython) {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-nightly-'));
    await cp(join(ROOT, 'examples/nightly'), folder, { recursive: true });
    google = await startGoogle();
    stack = await startTestStack({ functions: ['dataset', 'monitor'], env: google.env });
    await furnish(stack);
    for (let number = 0; number < 8; number += 1) await upload(stack, number * 60_000, { tag: 'good' });
  });
  afterAll(async () => {
    await Promise.all([stack?.close(), google?.close()]);
    await rm(folder, { recursive: true, force: true });
  });
}

/** @returns the exit code and what was printed */
const night = (command: string, ...args: string[]): Promise<[number, string]> => {
  const told = { SIGHTLINE_URL: stack.baseUrl, SIGHTLINE: COMMAND };
  const env = { ...process.env, ...told, ...credentials, PYTHONPATH: SOURCE, PYTHONDONTWRITEBYTECODE: '1' };
  return new Promise((done) => {
    execFile(command, args, { cwd: folder, env }, (error, said, complained) =>
      done([Number(error?.code ?? 0), `${said}${complained}`.trim()]),
    );
  });
};

const withPython = (title: string, run: () => Promise<void>): void => {
  if (hasPython) test(title, run);
  else test.skip(`${title}: ${NEEDS}`, () => {});
};
withPython('as good as the last night, then worse: in Python and in a shell', twoJobs);
withPython('on Cloud Run it calls as its service account, without a key', cloudJob);

async function twoJobs(): Promise<void> {
  const dataset = new Sightline({ baseUrl: stack.baseUrl }).datasets('bolts');
  await dataset.versions.make({ test: 50, validation: 0, group: 'image' });
  const made = await dataset.createKey({ name: 'Nightly', role: 'editor' });
  credentials = { SIGHTLINE_TOKEN: made.key };
  const python = () => night('python3', 'nightly.py', '--dataset', 'bolts');
  const shell = () => night('sh', 'nightly.sh', 'bolts');
  expect(await python()).toEqual([0, 'Run 1 of version 1: accuracy 1.000, the night before 0.000']);
  expect(await python()).toEqual([0, 'Run 2 of version 1: accuracy 1.000, the night before 1.000']);
  expect(await shell()).toEqual([0, expect.stringMatching(/^accuracy 1 of \d+ images \(version 2, TEST\)$/)]);
  await writeFile(join(folder, 'trainer.py'), WORSE);
  expect(await shell()).toEqual([3, expect.stringMatching(/^accuracy 0 of .*, below 1$/)]);
  expect(await python()).toEqual([1, 'Run 5 of version 3: accuracy 0.000, the night before 1.000']);
  expect(await dataset.runs.get(5)).toMatchObject({ trainedOn: 3, by: `program:${made.hash}` });
  expect(await dataset.versions.get(3)).toMatchObject({ by: `program:${made.hash}` });
}

async function cloudJob(): Promise<void> {
  const asked = new Set<string>();
  const metadata = createServer(({ url, headers }, response) => {
    asked.add(`${headers['metadata-flavor']} ${url}`);
    response.end(google.token(TRAINER, stack.projectId));
  });
  await once(metadata.listen(0, '127.0.0.1'), 'listening');
  const { port } = metadata.address() as AddressInfo;
  const told = { SIGHTLINE_URL: `${stack.baseUrl}/` };
  credentials = { ...told, CLOUD_RUN_JOB: 'nightly', GCE_METADATA_HOST: `127.0.0.1:${port}` };
  const dataset = new Sightline({ baseUrl: stack.baseUrl }).datasets('bolts');
  expect((await night('python3', 'nightly.py', '--dataset', 'bolts'))[1]).toMatch(/^Run 6 of version 3/);
  expect(await dataset.runs.get(6)).toMatchObject({ by: TRAINER });
  const audience = encodeURIComponent(stack.baseUrl);
  const path = '/computeMetadata/v1/instance/service-accounts/default/identity';
  expect([...asked]).toEqual([`Google ${path}?audience=${audience}&format=full`]);
  metadata.closeAllConnections();
  metadata.close();
}
