/**
 * Bundles the plugin into `dist/`: one CommonJS file for the runtime, one HTML file with script and style for the
 * editor, and the catalogues beside them, where the editor looks for them. `node build.ts [folder]`.
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, transform } from 'esbuild';

const HERE = import.meta.dirname;
const NAME = 'sightline-git';

const COMMON: BuildOptions = { bundle: true, minify: true, legalComments: 'none', logLevel: 'error' };

/** @returns the folder that was written. */
export async function buildPlugin(dist = join(HERE, 'dist')): Promise<string> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const page = bundleEditor();
  await Promise.all([
    bundleRuntime(dist),
    cp(join(HERE, 'locales'), join(dist, 'locales'), { recursive: true }),
  ]);
  // Editors before 4.0 load plugins with require(), and only from files that end in .js.
  await writeFile(join(dist, 'package.json'), '{"type":"commonjs"}\n');
  await writeFile(join(dist, `${NAME}.html`), await page);
  return dist;
}

const bundleRuntime = (dist: string) =>
  build({
    ...COMMON,
    entryPoints: [join(HERE, 'src/runtime/plugin.ts')],
    outfile: join(dist, `${NAME}.js`),
    platform: 'node',
    format: 'cjs',
    target: 'node18',
    // Editors before 3.0 take nothing but a function for a plugin.
    footer: { js: 'module.exports=module.exports.default;' },
  });

async function bundleEditor(): Promise<string> {
  const bundled = await build({
    ...COMMON,
    entryPoints: [join(HERE, 'src/editor/plugin.ts')],
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2020',
    charset: 'utf8',
  });
  const script = bundled.outputFiles?.[0]?.text.replaceAll('</script', '<\\/script') ?? '';
  const css = await readFile(join(HERE, 'src/editor/style.css'), 'utf8');
  const { code: style } = await transform(css, { loader: 'css', minify: true, charset: 'utf8' });
  return `<style>\n${style}</style>\n<script type="text/javascript">\n${script}</script>\n`;
}

if (import.meta.main) await buildPlugin(process.argv[2]);
