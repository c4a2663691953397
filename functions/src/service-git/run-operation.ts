import { credentialsFor } from '../common/config.ts';
import { type Operation, requireOperation } from '../git/operations/operations.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { passFence } from './fence.ts';
import { findProject, type ProjectPlace } from './find-project.ts';
import type { Editor, Lease } from './ports.ts';

interface Ports {
  editor: Editor;
  lease: () => Promise<Lease>;
}

/**
 * Runs an operation of Contract 7 on the active project. Writes are done by one instance at a time; afterwards the
 * editor loads its flows anew (Spec 3.2). The git change stands whether that succeeds or not.
 * @returns the answer's keys beside the envelope; `reloadError` when flows were not reloaded
 * @throws Refusal for the volume and the project, GitFault for the operation itself
 */
export async function runOperation(
  input: { name: string; body: unknown; place: ProjectPlace; allowHosts: readonly string[] },
  ports: Ports,
): Promise<object> {
  const operation = requireOperation(input.name);
  const { name, directory } = await findProject(input.place);
  const repository = openRepository(directory, {
    projectName: name,
    onAuth: credentialsFor,
    remotes: { allowHosts: input.allowHosts },
  });
  if (operation.permission === 'read') return operation.run(repository, input.body);
  const answer = await runAlone(operation, repository, input, ports);
  const reloadError = operation.changesFiles ? await ports.editor.reloadFlows() : null;
  return reloadError === null ? answer : { ...answer, reloadError };
}

async function runAlone(
  operation: Operation,
  repository: Repository,
  { body, place }: { body: unknown; place: ProjectPlace },
  ports: Ports,
): Promise<object> {
  const { token, release } = await (await ports.lease()).take();
  try {
    await passFence(place.volume, token);
    return await operation.run(repository, body);
  } finally {
    await release();
  }
}
