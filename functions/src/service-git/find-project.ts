/**
 * The project that the flow editor works on, found on the mounted volume as the editor itself records it
 * (`.config.projects.json` in its user directory), or by parameter.
 */
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpError } from '../common/errors.ts';

/** Written and deleted to check that the volume is writable; one that is left behind is overwritten. */
const PROBE = '.sightline-write-test';

/** A file at the mount's root. If it is missing, the volume is not mounted and this is an empty folder. */
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
 * @throws HttpError `volume absent` (503), `editor too old`, `projects disabled`, `no active project`
 */
export async function findProject({ volume, project }: ProjectPlace): Promise<FoundProject> {
  await requireVolume(volume);
  await requireEditor(volume);
  const name = project ?? (await activeProject(volume));
  // A name is a single folder, so nothing else of the volume can be reached with it.
  if (!/^[^/\\\p{Cc}]+$/u.test(name) || name.startsWith('.')) throw new HttpError('no active project');
  const directory = join(volume, 'projects', name);
  if (!(await isThere(directory))) throw new HttpError('no active project');
  return { name, directory };
}

/** @throws HttpError `volume absent` */
export async function requireVolume(volume: string): Promise<void> {
  if (!(await isThere(join(volume, SENTINEL)))) throw new HttpError('volume absent');
}

/** Bytes of a file that needs room on any file system. */
const BLOCK = 4096;

/**
 * A mounted volume can belong to somebody else: the functions run as user 33. On a full one, only an empty file can be made.
 * @throws HttpError `volume absent`, or the file system's error for a new file
 */
export async function requireWritableVolume(volume: string): Promise<void> {
  await requireVolume(volume);
  const probe = join(volume, PROBE);
  try {
    await writeFile(probe, 'x'.repeat(BLOCK), { flush: true });
  } finally {
    await rm(probe, { force: true });
  }
}

async function activeProject(volume: string): Promise<string> {
  const recorded = await readJson(join(volume, '.config.projects.json'));
  if (recorded === null) throw new HttpError('projects disabled');
  const { activeProject: active } = recorded;
  if (typeof active !== 'string' || active === '') throw new HttpError('no active project');
  return active;
}

/** The editor lists its own version among its modules; if it does not, the project is accepted. */
async function requireEditor(volume: string): Promise<void> {
  const modules = await readJson(join(volume, '.config.nodes.json'));
  const editor = modules?.['node-red'] as { version?: unknown } | undefined;
  const major = typeof editor?.version === 'string' ? Number.parseInt(editor.version, 10) : Number.NaN;
  if (major < OLDEST_EDITOR) throw new HttpError('editor too old');
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Null for a file that is missing, or that the editor is writing just now. */
async function readJson(path: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
