/**
 * The project that the flow editor works on, found on the mounted volume as the editor itself records it
 * (`.config.projects.json` in its user directory), or by parameter.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../common/errors.ts';

/** A file at the mount's root; where it is absent the volume is not mounted, and an empty folder stands there. */
const SENTINEL = '.sightline-volume';

/** Spec 9. */
const OLDEST_EDITOR = 2;

export interface ProjectPlace {
  /** Root of the mounted volume: the editor's user directory. */
  volume: string;
  /** Name of the project; undefined means the editor's active one. */
  project: string | undefined;
}

export interface FoundProject {
  name: string;
  directory: string;
}

/**
 * @throws Refusal `volume absent` (503), `editor too old`, `projects disabled`, `no active project`
 */
export async function findProject({ volume, project }: ProjectPlace): Promise<FoundProject> {
  await requireVolume(volume);
  await requireEditor(volume);
  const name = project ?? (await activeProject(volume));
  // A name is one folder: nothing else of the volume can be reached by it.
  if (!/^[^/\\\p{Cc}]+$/u.test(name) || name.startsWith('.')) throw new Refusal('no active project');
  const directory = join(volume, 'projects', name);
  if (!(await isThere(directory))) throw new Refusal('no active project');
  return { name, directory };
}

/** @throws Refusal `volume absent` */
export async function requireVolume(volume: string): Promise<void> {
  if (!(await isThere(join(volume, SENTINEL)))) throw new Refusal('volume absent');
}

async function activeProject(volume: string): Promise<string> {
  const recorded = await readJson(join(volume, '.config.projects.json'));
  if (recorded === null) throw new Refusal('projects disabled');
  const { activeProject: active } = recorded;
  if (typeof active !== 'string' || active === '') throw new Refusal('no active project');
  return active;
}

/** The editor lists its own version among its modules; where it does not, there is nothing to object to. */
async function requireEditor(volume: string): Promise<void> {
  const modules = await readJson(join(volume, '.config.nodes.json'));
  const editor = modules?.['node-red'] as { version?: unknown } | undefined;
  const major = typeof editor?.version === 'string' ? Number.parseInt(editor.version, 10) : Number.NaN;
  if (major < OLDEST_EDITOR) throw new Refusal('editor too old');
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Null for a file that is absent or that the editor is writing just now. */
async function readJson(path: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
