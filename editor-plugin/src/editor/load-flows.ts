/** Updates the editor's workspace after the runtime has loaded flows. */
import { type DeployedFlows, requestFlows } from './api.ts';

/**
 * Runs an action that changes the running flows. Meanwhile this editor does not report flows "updated in the background",
 * because it updated them itself. Other editors do, and keep their users' undeployed changes.
 */
export async function withNewFlows<T extends { flowsRevision?: string }>(run: () => Promise<T>): Promise<T> {
  const before = RED.nodes.version();
  RED.nodes.version(null);
  try {
    const answer = await run();
    // The flows are the same as before, so undeployed changes still fit and are kept.
    if (answer.flowsRevision === undefined || answer.flowsRevision === before) RED.nodes.version(before);
    else showFlows(await requestFlows());
    return answer;
  } catch (error) {
    RED.nodes.version(before);
    throw error;
  }
}

function showFlows({ flows, rev }: DeployedFlows): void {
  const active = RED.workspaces.active();
  RED.nodes.clear();
  RED.history.clear();
  RED.nodes.version(rev);
  RED.nodes.import(flows);
  RED.nodes.dirty(false);
  RED.view.redraw(true);
  const ids = flows.map((node) => (node as { id?: string }).id);
  const first = flows.find((node) => (node as { type?: string }).type === 'tab') as
    | { id: string }
    | undefined;
  const shown = typeof active === 'string' && ids.includes(active) ? active : first?.id;
  if (shown !== undefined) RED.workspaces.show(shown);
}
