/** Checks whether a text merged by lines is still a flow file. Pure. */
import { findLosses } from './find-losses.ts';
import { type Flow, parseFlow } from './flow.ts';
import { groupMismatches } from './groups.ts';
import { configIds, danglingPairs } from './references.ts';

export interface FlowProblem {
  /**
   * `not_a_flow`: not a JSON array of nodes with unique ids. `dangling`: a node refers to a missing one. `group`: a group and
   * a node disagree about membership. `lost`: a node is not the result of both sides' changes.
   */
  code: 'not_a_flow' | 'dangling' | 'group' | 'lost';
  /** The node that refers to `target`, the group, or the lost node; null for `not_a_flow`. */
  node: string | null;
  target: string | null;
}

/** The merged texts; `base` is null if both sides added the file. */
export interface FlowTexts {
  base: string | null;
  ours: string;
  theirs: string;
}

/**
 * @param merged inputs of the merge: a problem that one side already has is not the merge's; something missing in both is lost
 * @returns empty if the text can be used
 */
export function checkFlows(text: string, merged?: FlowTexts): FlowProblem[] {
  const flow = parseFlow(text);
  if (flow === undefined) return [{ code: 'not_a_flow', node: null, target: null }];
  const sides = merged === undefined ? [] : [merged.ours, merged.theirs].map(parseFlow);
  const known = sides.filter((side) => side !== undefined);
  const configs = configIds([flow, ...known]);
  return [
    ...newPairs('dangling', flow, known, (each) => danglingPairs(each, configs)),
    ...newPairs('group', flow, known, groupMismatches),
    ...(merged === undefined ? [] : lossesOf(flow, merged)),
  ];
}

function lossesOf(flow: Flow, { base, ours, theirs }: FlowTexts): FlowProblem[] {
  const [was, mine, other] = [base ?? '', ours, theirs].map(parseFlow);
  // Then nodes cannot be compared, nor merged.
  if (was === undefined || mine === undefined || other === undefined) return [];
  return findLosses(flow, was, mine, other).map((node) => ({ code: 'lost', node, target: null }));
}

function newPairs(
  code: FlowProblem['code'],
  flow: Flow,
  sides: readonly Flow[],
  pairsOf: (flow: Flow) => ReadonlySet<string>,
): FlowProblem[] {
  const known = sides.map(pairsOf);
  const pairs = [...pairsOf(flow)].filter((pair) => !known.some((side) => side.has(pair)));
  return pairs.map((pair) => {
    const [node, target] = JSON.parse(pair) as [string, string];
    return { code, node, target };
  });
}
