/** The plugin and the camera nodes, built from source once for all suites of a run. */
import { randomUUID } from 'node:crypto';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { installPlugin, PLUGIN_NAME } from '../../emulators/stack/editor-plugin.ts';
import { exists } from '../../emulators/stack/exists.ts';
import { installNodes, NODES_NAME } from '../../emulators/stack/flow-nodes.ts';

type Install = (userDirectory: string) => Promise<string>;

/** Like `installPlugin`. Outside a test run it is built each time. */
export const installBuilt = (userDirectory: string): Promise<unknown> =>
  installOnce(userDirectory, PLUGIN_NAME, installPlugin);

/** The sample flow consists of them. */
export const installBuiltNodes = (userDirectory: string): Promise<unknown> =>
  installOnce(userDirectory, NODES_NAME, installNodes);

async function installOnce(userDirectory: string, name: string, install: Install): Promise<unknown> {
  const place = process.env.SIGHTLINE_BUILT_ONCE;
  if (place === undefined) return install(userDirectory);
  const built = join(place, name);
  if (!(await exists(built))) await buildAt(place, built, install);
  return cp(built, join(userDirectory, 'node_modules', name), { recursive: true });
}

/** Two suites may build at once: the first result is used. */
async function buildAt(place: string, built: string, install: Install): Promise<void> {
  const folder = await install(join(place, randomUUID()));
  await rename(folder, built).catch(async (error: unknown) => {
    if (!(await exists(built))) throw error;
  });
}
