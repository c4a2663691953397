/** Updates the editor's workspace after the runtime has loaded flows. */
import { type DeployedFlows, requestFlows } from './api.ts';
import { tell } from './components/ask.ts';
import { text } from './text.ts';
import { askMeanwhile, type GivenUp, hasOthersThan } from './undeployed.ts';

/**
 * Runs an action that changes the running flows. Meanwhile this editor does not report flows "updated in the background",
 * because it updated them itself. Other editors do, and keep their users' undeployed changes. If the runtime could not load the
 * flows, the user is told: the next deployment would write the old ones over the new files.
 * @param givenUp undeployed changes that may be lost; the user is asked about all others
 */
export async function withNewFlows<T extends { flowsRevision?: string; reloadError?: string }>(
  givenUp: GivenUp,
  run: () => Promise<T>,
): Promise<T> {
  const before = RED.nodes.version();
  RED.nodes.version(null);
  // Flows that the user deployed meanwhile have a revision of their own.
  const shown = (): string | null => RED.nodes.version() ?? before;
  try {
    const answer = await run();
    if (answer.reloadError !== undefined) tell(text('flows.notLoaded'), 'warning');
    // If the flows are the same, undeployed changes still fit and are kept.
    if (answer.flowsRevision !== undefined && answer.flowsRevision !== shown()) await replaceFlows(givenUp);
    return answer;
  } finally {
    // If the user keeps other changes, the editor lets them review the difference when they deploy.
    RED.nodes.version(shown());
  }
}

async function replaceFlows(given: GivenUp): Promise<void> {
  let givenUp: GivenUp | undefined = given;
  let loaded = await requestFlows();
  // Nothing waits between the last look at the workspace and its replacement.
  while (hasOthersThan(givenUp)) {
    givenUp = await askMeanwhile();
    if (givenUp === undefined) return;
    loaded = await requestFlows();
  }
  showFlows(loaded);
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
