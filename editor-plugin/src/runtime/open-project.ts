/** Opens the active project in the git core with the editor's settings of the current user. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SshIdentity } from '../../../packages/git/src/remote/remote-options.ts';
import { openRepository, type Person, type Repository } from '../../../packages/git/src/repository.ts';
import { findProject } from './find-project.ts';
import { findLogin } from './logins.ts';
import type { EditorUser, Red } from './red.ts';

/** The name under which the editor keeps a user's settings; without authentication there is only one. */
export const nameOf = (user: EditorUser | undefined): string =>
  user === undefined || user.anonymous === true ? '_' : (user.username ?? '_');

/** @throws HttpError for the project, GitFault `git_not_a_repository` and related codes */
export async function openProject(red: Red, user: EditorUser | undefined): Promise<Repository> {
  const { name, directory } = findProject(red);
  const author = authorOf(red, nameOf(user));
  const ssh = sshOf(red, nameOf(user));
  return openRepository(directory, {
    profile: 'own machine',
    projectName: name,
    onAuth: (url) => findLogin(nameOf(user), url),
    onUnsettled: (error) =>
      red.log.warn(
        `[sightline-git] the change of a killed process is not settled: ${(error as Error).message}`,
      ),
    ...(author === undefined ? {} : { author }),
    ...(ssh === undefined ? {} : { ssh }),
  });
}

/** Set in the editor under Settings, Git config. */
function authorOf({ settings }: Red, user: string): Person | undefined {
  const { name, email } = settings.getUserSettings?.(user)?.git?.user ?? {};
  return name && email ? { name, email } : undefined;
}

/** The user's key if the editor keeps exactly one; otherwise ssh's own configuration decides. */
function sshOf({ settings }: Red, user: string): SshIdentity | undefined {
  const directory = join(settings.userDir ?? '.', 'projects', '.sshkeys');
  const prefix = `${user === '_' ? '__default' : user}_`;
  const keys = namesIn(directory).filter((name) => name.startsWith(prefix) && !name.endsWith('.pub'));
  return keys.length === 1 ? { keyFile: join(directory, keys[0] ?? '') } : undefined;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
