/** The editor's active project, read at each request because it can change at any time. */
import { join, resolve, sep } from 'node:path';
import { HttpError } from './http-error.ts';
import type { Red } from './red.ts';

/** Spec 9. */
const OLDEST_EDITOR = 2;

export interface FoundProject {
  name: string;
  directory: string;
}

/** @throws HttpError `editor_too_old`, `projects_disabled`, `no_active_project` */
export function findProject(red: Red): FoundProject {
  if (majorOf(red) < OLDEST_EDITOR) throw new HttpError('editor_too_old');
  const projects = red.settings.editorTheme?.projects;
  // The editor itself turns the setting off if it finds no git.
  if (projects?.enabled !== true) throw new HttpError('projects_disabled');
  const name = activeProject(red);
  const root = resolve(projects.path ?? join(red.settings.userDir ?? '.', 'projects'));
  const directory = resolve(root, name);
  if (!directory.startsWith(root + sep)) throw new HttpError('no_active_project');
  return { name, directory };
}

function majorOf({ version }: Red): number {
  return Number.parseInt(typeof version === 'function' ? version() : version, 10);
}

function activeProject({ settings }: Red): string {
  const recorded = readSetting(settings, 'projects') as { activeProject?: unknown } | undefined;
  const name = recorded?.activeProject;
  if (typeof name !== 'string' || name === '') throw new HttpError('no_active_project');
  return name;
}

function readSetting(settings: Red['settings'], name: string): unknown {
  try {
    return settings.get(name);
  } catch {
    // Not loaded yet: the editor is starting.
    return undefined;
  }
}
