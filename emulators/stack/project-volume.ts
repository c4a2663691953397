/**
 * The sample volume of the flow editor: a Node-RED user directory with one project, as `service-git` sees it when mounted.
 * Prepared once; later work in it is kept.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from './exists.ts';
import { git } from './git.ts';
import type { RunningGitRemote } from './git-remote.ts';
import { COMMITS, NOT_YET_PUSHED, type SampleCommit } from './project-commits.ts';

export const PROJECT_NAME = 'inspection-line';

/** In the root of the mount; if it is missing, the volume is not mounted. */
export const SENTINEL = '.sightline-volume';

const AUTHOR = { name: 'Sample Author', email: 'author@sightline.test' };
const IDENTITY = {
  GIT_AUTHOR_NAME: AUTHOR.name,
  GIT_AUTHOR_EMAIL: AUTHOR.email,
  GIT_COMMITTER_NAME: AUTHOR.name,
  GIT_COMMITTER_EMAIL: AUTHOR.email,
};

const SETTINGS = `module.exports = {
  flowFile: 'flows.json',
  editorTheme: { projects: { enabled: true } },
};
`;

/**
 * Also updates the port in the project's remote.
 * @param volume root of the mount, created if missing
 * @returns the project's folder
 */
export async function layOutVolume(volume: string, remote: RunningGitRemote): Promise<string> {
  const project = join(volume, 'projects', PROJECT_NAME);
  if (await exists(join(volume, SENTINEL))) {
    await remote.createRepository(PROJECT_NAME);
    await git(project, ['remote', 'set-url', 'origin', remote.url(PROJECT_NAME)]);
    return project;
  }
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  await writeFile(join(volume, '.config.projects.json'), projectsFile());
  await writeFile(join(volume, 'settings.js'), SETTINGS);
  await makeProject(project, remote);
  // Last, so that a half-prepared volume is prepared again.
  await writeFile(join(volume, SENTINEL), 'The volume of the flow editor is mounted here.\n');
  return project;
}

const projectsFile = (): string =>
  `${JSON.stringify({ projects: { [PROJECT_NAME]: { credentialSecret: false } }, activeProject: PROJECT_NAME }, null, 2)}\n`;

async function makeProject(project: string, remote: RunningGitRemote): Promise<void> {
  await remote.createRepository(PROJECT_NAME);
  await git(project, ['init', '-q', '--initial-branch=main']);
  await git(project, ['config', 'user.name', AUTHOR.name]);
  await git(project, ['config', 'user.email', AUTHOR.email]);
  await git(project, ['remote', 'add', 'origin', remote.url(PROJECT_NAME)]);
  for (const commit of COMMITS) await makeCommit(project, commit);
  await git(project, ['push', '-q', '--set-upstream', 'origin', 'main']);
  await makeCommit(project, NOT_YET_PUSHED);
}

async function makeCommit(project: string, { message, date, files }: SampleCommit): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
  await git(project, ['add', '--all']);
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  await git(project, ['commit', '-q', '-m', message], { ...IDENTITY, ...dates });
}
