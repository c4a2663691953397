/** The editor's workspace follows the flows that the runtime has loaded anew. */
import { type DeployedFlows, requestFlows } from './api.ts';

/**
 * Runs something after which other flows run. Meanwhile this editor does not ask about flows "updated in the
 * background": it was this editor that did it. Other editors do ask, and keep what their users have not deployed.
 */
export async function withNewFlows<T extends { flowsRevision?: string }>(run: () => Promise<T>): Promise<T> {
  const before = RED.nodes.version();
  RED.nodes.version(null);
  try {
    const answer = await run();
    // The same flows as before: what is not deployed has lost nothing that it stands on, and stays.
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
