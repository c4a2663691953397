import { decodePath, joinRecords, splitRecords } from '../process/records.ts';
import { git, type Repository } from '../repository.ts';

/** Which of these files are ignored; tracked files never are. */
export async function findIgnored(repository: Repository, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { stdout } = await git(repository, ['check-ignore', '-z', '--stdin'], {
    // This command alone does not take names literally; a leading `./` keeps special characters from being patterns.
    variables: { GIT_LITERAL_PATHSPECS: '0' },
    input: joinRecords(paths.map((path) => `./${path}`)),
    answers: [1],
  });
  return splitRecords(stdout).map((record) => decodePath(record).slice(2));
}
