/** The project that the editor works on, asked of the editor itself at each request: it may change at any time. */
import { join, resolve, sep } from 'node:path';
import type { Red } from './red.ts';
import { Refusal } from './refusal.ts';

/** Spec 9. */
const OLDEST_EDITOR = 2;

export interface FoundProject {
  name: string;
  directory: string;
}

/** @throws Refusal `editor_too_old`, `projects_disabled`, `no_active_project` */
export function findProject(red: Red): FoundProject {
  if (majorOf(red) < OLDEST_EDITOR) throw new Refusal('editor_too_old');
  const projects = red.settings.editorTheme?.projects;
  // The editor takes the setting back itself where it finds no git.
  if (projects?.enabled !== true) throw new Refusal('projects_disabled');
  const name = activeProject(red);
  const root = resolve(projects.path ?? join(red.settings.userDir ?? '.', 'projects'));
  const directory = resolve(root, name);
  if (!directory.startsWith(root + sep)) throw new Refusal('no_active_project');
  return { name, directory };
}

function majorOf({ version }: Red): number {
  return Number.parseInt(typeof version === 'function' ? version() : version, 10);
}

function activeProject({ settings }: Red): string {
  const recorded = readSetting(settings, 'projects') as { activeProject?: unknown } | undefined;
  const name = recorded?.activeProject;
  if (typeof name !== 'string' || name === '') throw new Refusal('no_active_project');
  return name;
}

function readSetting(settings: Red['settings'], name: string): unknown {
  try {
    return settings.get(name);
  } catch {
    // Not loaded yet: the editor is just starting.
    return undefined;
  }
}
