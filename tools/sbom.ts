/**
 * `npm run sbom`: writes which packages are in what is deployed and published, as CycloneDX, into `sbom/`. The console must be
 * built: its list is that of its own licences.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '..');

interface Locked {
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
}

interface Component {
  type: 'library';
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: object[];
}

export interface Bom {
  bomFormat: 'CycloneDX';
  specVersion: '1.5';
  version: number;
  metadata: { component: Component };
  components: Component[];
}

/** Packages that are bundled into one: where their code begins. */
const BUNDLED: Readonly<Record<string, readonly BuildOptions[]>> = {
  client: [
    { entryPoints: ['client/src/index.ts'], platform: 'browser' },
    { entryPoints: ['client/src/command/main.ts'], platform: 'node' },
  ],
  'flow-nodes': [
    { entryPoints: ['flow-nodes/src/nodes/sightline.ts'], platform: 'node' },
    { entryPoints: ['flow-nodes/src/editor/nodes.ts'], platform: 'browser' },
  ],
  'editor-plugin': [
    { entryPoints: ['editor-plugin/src/runtime/plugin.ts'], platform: 'node' },
    { entryPoints: ['editor-plugin/src/editor/plugin.ts'], platform: 'browser' },
  ],
};

/** By the name of what is shipped. */
export async function writeBoms(): Promise<Record<string, Bom>> {
  const all = packagesOf('package-lock.json');
  const { version } = manifest('package.json');
  const boms: Record<string, Bom> = {
    functions: bomOf(
      componentOf('npm', 'sightline-functions', { version }),
      packagesOf('functions/package-lock.json').filter(({ isDeployed }) => isDeployed),
    ),
    console: bomOf(componentOf('npm', 'sightline-console', { version }), pick(all, inConsole())),
    python: bomOf(componentOf('pypi', 'sightline', { version }), []),
  };
  for (const [folder, bundles] of Object.entries(BUNDLED)) {
    const own = manifest(join(folder, 'package.json'));
    boms[folder] = bomOf(componentOf('npm', own.name, own), pick(all, await bundledBy(bundles)));
  }
  return boms;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const manifest = (path: string) => JSON.parse(read(path)) as { name: string; version: string };

interface Package {
  component: Component;
  isDeployed: boolean;
}

/** Each once, however often it is in the tree. */
function packagesOf(lockFile: string): Package[] {
  const { packages } = JSON.parse(read(lockFile)) as { packages: Record<string, Locked> };
  const found = new Map<string, Package>();
  for (const [path, locked] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1);
    if (!name) continue;
    const component = componentOf('npm', name, locked);
    const isDeployed = !locked.dev || found.get(component.purl)?.isDeployed === true;
    found.set(component.purl, { component, isDeployed });
  }
  return [...found.values()];
}

function componentOf(registry: string, name: string, { version, integrity, license }: Locked): Component {
  const [, sum] = /^sha512-(\S+)/.exec(integrity ?? '') ?? [];
  return {
    ...{ type: 'library', name, version, purl: `pkg:${registry}/${name.replace('@', '%40')}@${version}` },
    ...(sum && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }),
    ...(license && {
      licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
    }),
  };
}

const bomOf = (component: Component, packages: readonly Package[]): Bom => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component } },
  components: packages.map((each) => each.component),
});

/** @param wanted `name@version` of each. @throws if one is in no lock file */
function pick(all: readonly Package[], wanted: ReadonlySet<string>): Package[] {
  const found = all.filter(({ component: { name, version } }) => wanted.has(`${name}@${version}`));
  if (found.length < wanted.size)
    throw new Error(`package-lock.json does not have all of ${[...wanted].join(', ')}`);
  return found;
}

/** The web SDK is not bundled into packages: live state is for dashboards, which have their own. */
async function bundledBy(bundles: readonly BuildOptions[]): Promise<Set<string>> {
  const always = {
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    outdir: 'sbom',
  } as const;
  const built = await Promise.all(
    bundles.map((each) => build({ ...always, ...each, external: ['firebase/*'], logLevel: 'error' })),
  );
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  const folders = inputs.flatMap((path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return new Set(
    folders.map((folder) => {
      const { name, version } = manifest(join(folder, 'package.json'));
      return `${name}@${version}`;
    }),
  );
}

/** Lines such as `## react - 19.3.1 (MIT)`. */
function inConsole(): Set<string> {
  const licenses = read('.hosting/licenses.txt');
  return new Set(
    Array.from(licenses.matchAll(/^## (\S+) - (\S+)/gm), ([, name, version]) => `${name}@${version}`),
  );
}

if (import.meta.main) {
  const folder = join(ROOT, 'sbom');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, bom] of Object.entries(await writeBoms()))
    writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
}
