/** Loads the flows again after the project's files changed (Spec 3.2). */
import { findRuntime } from './editor-runtime.ts';
import type { EditorUser, Red } from './red.ts';

export interface Reloaded {
  /** Revision of the running flows. */
  flowsRevision?: string;
  /** Why the running flows are not those of the files. */
  reloadError?: string;
}

const FAILED = 'The flows were not reloaded; restart them from the deploy menu.';

export async function reloadFlows(
  red: Red,
  project: string,
  user: EditorUser | undefined,
): Promise<Reloaded> {
  const runtime = findRuntime(red);
  if (runtime === undefined) return { reloadError: FAILED };
  try {
    // package.json names the flow file, and may have changed too.
    await runtime.projects.getProject({ id: project, user });
    const { rev } = await runtime.flows.setFlows({ deploymentType: 'reload', user });
    return { flowsRevision: rev };
  } catch (error) {
    red.log.warn(`[sightline-git] flows not reloaded: ${(error as Error).message}`);
    return { reloadError: FAILED };
  }
}
