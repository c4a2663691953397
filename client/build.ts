/** Writes what is generated from the service's description, then builds the package into `dist/`: `npm run build:client`. */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { writeClients } from './generate/clients.ts';

const HERE = import.meta.dirname;
const TSC = join(HERE, '../node_modules/typescript/bin/tsc');

/** JavaScript and declarations of `src/`, unchanged. @returns the folder that was written */
export async function compileClient(dist = join(HERE, 'dist')): Promise<string> {
  await rm(dist, { recursive: true, force: true });
  const args = [TSC, '-p', join(HERE, 'tsconfig.build.json'), '--outDir', dist];
  await promisify(execFile)(process.execPath, args).catch(({ stdout }) => {
    throw new Error(`The client does not compile:\n${stdout}`);
  });
  await nameDeclarations(dist);
  await bundleProgram(join(dist, 'command'));
  return dist;
}

/** The command line is one file: its camera has the spool of the flow nodes, which no page needs. */
async function bundleProgram(folder: string): Promise<void> {
  await build({
    entryPoints: [join(HERE, 'src/command/main.ts')],
    outfile: join(folder, 'main.js'),
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'error' },
    // Live state is for dashboards.
    external: ['firebase/*'],
  });
}

/** The compiler rewrites `.ts` in the imports of JavaScript, but not of declarations, where readers stumble over it. */
async function nameDeclarations(dist: string): Promise<void> {
  const names = await readdir(dist, { recursive: true });
  for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
    const path = join(dist, name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, "$1'$3.js'"));
  }
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(await writeClients()))
    await writeFile(join(HERE, '..', file), text);
  await compileClient();
}
