import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { exportOf, FUNCTION_NAMES, type FunctionName } from './function.ts';

/**
 * The functions that the built `lib/index.js` exports. Its text is read instead of loaded, because loading it would create
 * the functions' clients in the launcher.
 * @throws one sentence if the functions are not built
 */
export async function builtFunctions(directory: string): Promise<FunctionName[]> {
  const main = await mainFile(directory);
  const text = await readFile(main, 'utf8').catch(() => {
    throw new Error('The functions are not built: run `npm run build` first.');
  });
  const names = text.match(/^export \{([^}]*)\};$/m)?.[1] ?? '';
  const exported = new Set(names.split(',').map((name) => name.trim()));
  return FUNCTION_NAMES.filter((name) => exported.has(exportOf(name).split('.')[0] as string));
}

async function mainFile(directory: string): Promise<string> {
  const text = await readFile(join(directory, 'package.json'), 'utf8');
  return resolve(directory, (JSON.parse(text) as { main: string }).main);
}
