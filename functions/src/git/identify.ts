import { GitFault } from './git-fault.ts';
import type { Person, Repository } from './repository.ts';

/** Who commits: the repository's own setting, then the caller's, then the user's and the system's. */
export function identify(repository: Repository): Person | undefined {
  const name = repository.options.author?.name ?? repository.config.get('user.name');
  const email = repository.options.author?.email ?? repository.config.get('user.email');
  return name?.trim() && email?.trim() ? { name: name.trim(), email: email.trim() } : undefined;
}

/** @throws GitFault `git_missing_user` */
export function requirePerson(repository: Repository): Person {
  const person = identify(repository);
  if (person === undefined) throw new GitFault('git_missing_user');
  return person;
}
