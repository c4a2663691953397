/**
 * Bundles the nodes into `dist/`: one CommonJS file for the runtime, one HTML file with dialogs and script for the editor,
 * icons, and the catalogues beside them, where the editor looks for them. `node build.ts [folder]`.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const HERE = import.meta.dirname;
const NAME = 'sightline';

const COMMON: BuildOptions = {
  bundle: true,
  minify: true,
  legalComments: 'none',
  logLevel: 'error',
  write: false,
};

/** @returns the folder that was written */
export async function buildNodes(dist = join(HERE, 'dist')): Promise<string> {
  const [runtime, page] = await Promise.all([bundleRuntime(), bundleEditor()]);
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  for (const folder of ['icons', 'locales'])
    await cp(join(HERE, folder), join(dist, folder), { recursive: true });
  // Editors before 4.0 load nodes with require().
  await writeFile(join(dist, 'package.json'), '{"type":"commonjs"}\n');
  await writeFile(join(dist, `${NAME}.js`), runtime);
  await writeFile(join(dist, `${NAME}.html`), page);
  return dist;
}

async function bundleRuntime(): Promise<string> {
  const bundled = await build({
    ...COMMON,
    entryPoints: [join(HERE, 'src/nodes/sightline.ts')],
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    // Live state is for dashboards.
    external: ['firebase/*'],
    footer: { js: 'module.exports=module.exports.default;' },
  });
  return bundled.outputFiles?.[0]?.text ?? '';
}

async function bundleEditor(): Promise<string> {
  const bundled = await build({
    ...COMMON,
    entryPoints: [join(HERE, 'src/editor/nodes.ts')],
    platform: 'browser',
    format: 'iife',
    target: 'es2020',
    charset: 'utf8',
  });
  const script = bundled.outputFiles?.[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  const dialogs = await readFile(join(HERE, 'src/editor/dialogs.html'), 'utf8');
  return `${dialogs}<script type="text/javascript">\n${script}</script>\n`;
}

if (import.meta.main) await buildNodes(process.argv[2]);
