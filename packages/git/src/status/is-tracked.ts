import { git, type Repository } from '../repository.ts';

/** Whether the index contains this path, or a path in this folder. */
export async function isTracked(repository: Repository, path: string): Promise<boolean> {
  const args = ['ls-files', '-z', '--error-unmatch', '--', path];
  return (await git(repository, args, { answers: [1] })).status === 0;
}
