import { findOid } from '../process/cat-file.ts';
import { git, type Repository } from '../repository.ts';

/** The object of exactly this ref, or null. @param ref full name */
export async function findRef(repository: Repository, ref: string): Promise<string | null> {
  // If there is no such ref, git takes a tag with that whole name, which a remote may have.
  const [found, tag] = await Promise.all([findOid(repository, ref), findOid(repository, `refs/tags/${ref}`)]);
  if (found === null || found !== tag) return found;
  const { status } = await git(repository, ['show-ref', '--verify', '--quiet', ref], { answers: [1] });
  return status === 0 ? found : null;
}

export const findBranch = (repository: Repository, name: string): Promise<string | null> =>
  findRef(repository, `refs/heads/${name}`);
