import { GitFault } from './git-fault.ts';
import type { Person, Repository } from './repository.ts';

/** The committer: the caller's person, otherwise the configured one. */
export function identify({ options, config }: Repository): Person | undefined {
  const name = options.author?.name ?? config.get('user.name');
  const email = options.author?.email ?? config.get('user.email');
  return name?.trim() && email?.trim() ? { name: name.trim(), email: email.trim() } : undefined;
}

/** @throws GitFault `git_missing_user` */
export function requirePerson(repository: Repository): Person {
  const person = identify(repository);
  if (person === undefined) throw new GitFault('git_missing_user');
  return person;
}

/** As environment variables for git. */
export const signedBy = ({ name, email }: Person): Record<string, string> => ({
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
});

/** For commits that no person makes, and for the reflog. */
export const signedByAnybody = (repository: Repository): Record<string, string> =>
  signedBy(identify(repository) ?? { name: 'Sightline', email: 'sightline@localhost' });
