import { type Operation, requireOperation } from '../../../packages/git/src/operations/operations.ts';
import { openRepository, type Repository } from '../../../packages/git/src/repository.ts';
import { credentialsFor } from '../common/config.ts';
import { logging } from '../common/log.ts';
import { editor } from './adapters/editor.ts';
import { highestToken, passFence } from './fence.ts';
import { findProject, type ProjectPlace } from './find-project.ts';

/**
 * Runs an operation of Contract 7 on the active project. One instance at a time writes; afterwards the editor reloads its
 * flows (Spec 3.2). If that fails, the git change is kept.
 * @returns the answer's keys beside the envelope; `reloadError` if the flows were not reloaded
 * @throws HttpError for the volume and the project, GitFault for the operation itself
 */
export async function runOperation(input: {
  name: string;
  body: unknown;
  place: ProjectPlace;
  allowHosts: readonly string[];
  signal?: AbortSignal;
}): Promise<object> {
  const operation = requireOperation(input.name);
  const { name, directory } = await findProject(input.place);
  const repository = await openRepository(directory, {
    profile: 'hardened',
    projectName: name,
    onAuth: credentialsFor,
    onUnsettled: logging('WARNING', 'change not settled'),
    remotes: { allowHosts: input.allowHosts },
    ...(input.signal && { signal: input.signal }),
  });
  if (operation.permission === 'read') return operation.run(repository, input.body);
  const answer = await runAlone(operation, repository, input);
  const reloadError = operation.changesFiles ? await editor.reloadFlows() : null;
  return reloadError === null ? answer : { ...answer, reloadError };
}

async function runAlone(
  operation: Operation,
  repository: Repository,
  { body, place }: { body: unknown; place: ProjectPlace },
): Promise<object> {
  // Loads Firestore, which reading operations never need.
  const { lease } = await import('./adapters/lease.ts');
  const { token, release } = await lease.take(await highestToken(place.volume));
  try {
    await passFence(place.volume, token);
    return await operation.run({ ...repository, options: { ...repository.options, fence: token } }, body);
  } finally {
    await release();
  }
}
