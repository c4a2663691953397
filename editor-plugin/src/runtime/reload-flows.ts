/** Flows are loaded anew after the files of the project changed (Spec 3.2). */
import { findRuntime } from './editor-runtime.ts';
import type { EditorUser, Red } from './red.ts';

export interface Reloaded {
  /** Revision of the flows that run now. */
  flowsRevision?: string;
  /** Why they are not the ones of the files. */
  reloadError?: string;
}

const FAILED = 'The flows were not loaded anew; restart them from the deploy menu.';

export async function reloadFlows(
  red: Red,
  project: string,
  user: EditorUser | undefined,
): Promise<Reloaded> {
  const runtime = findRuntime(red);
  if (runtime === undefined) return { reloadError: FAILED };
  try {
    // The project's own file says which of its files are the flows, and may have changed with them.
    await runtime.projects.getProject({ id: project, user });
    const { rev } = await runtime.flows.setFlows({ deploymentType: 'reload', user });
    return { flowsRevision: rev };
  } catch (error) {
    red.log.warn(`[sightline-git] flows not reloaded: ${(error as Error).message}`);
    return { reloadError: FAILED };
  }
}
