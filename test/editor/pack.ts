/** The result of `npm pack` for the plugin, created once per test process. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const SOURCE = resolve(import.meta.dirname, '../../editor-plugin');
const run = promisify(execFile);

let packed: Promise<string> | undefined;

/** @returns path of the tarball, which exists until `removePacked` */
export function packPlugin(): Promise<string> {
  packed ??= pack();
  return packed;
}

export async function removePacked(): Promise<void> {
  if (packed !== undefined) await rm(dirname(await packed), { recursive: true, force: true });
  packed = undefined;
}

/** Built and packed in another folder, so that the working copy does not change for others. */
async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-pack-'));
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    await cp(join(SOURCE, name), join(folder, name)).catch(() => undefined);
  await run(process.execPath, [join(SOURCE, 'build.ts'), join(folder, 'dist')]);
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts'], { cwd: folder });
  const [made] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, made.filename);
}
