/** The active project as the git core opens it, with the editor's own settings for the person who asks. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SshIdentity } from '../../../functions/src/git/remote/remote-options.ts';
import { openRepository, type Person, type Repository } from '../../../functions/src/git/repository.ts';
import { findProject } from './find-project.ts';
import { findLogin } from './logins.ts';
import type { EditorUser, Red } from './red.ts';

/** The name under which the editor keeps the settings of a person; without authentication there is only one. */
export const nameOf = (user: EditorUser | undefined): string =>
  user === undefined || user.anonymous === true ? '_' : (user.username ?? '_');

/** @throws Refusal for the project, GitFault `git_not_a_repository` and kin */
export function openProject(red: Red, user: EditorUser | undefined): Repository {
  const { name, directory } = findProject(red);
  const author = authorOf(red, nameOf(user));
  const ssh = sshOf(red, nameOf(user));
  return openRepository(directory, {
    projectName: name,
    onAuth: (url) => findLogin(nameOf(user), url),
    remotes: { allowHosts: red.settings['sightline-git']?.allowHosts ?? [] },
    ...(author === undefined ? {} : { author }),
    ...(ssh === undefined ? {} : { ssh }),
  });
}

/** As set in the editor under Settings, Git config. */
function authorOf({ settings }: Red, user: string): Person | undefined {
  const { name, email } = settings.getUserSettings?.(user)?.git?.user ?? {};
  return name && email ? { name, email } : undefined;
}

/** The person's key, where the editor keeps exactly one; with several, what ssh itself is told to use. */
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
