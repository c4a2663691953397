/** Undeployed changes are lost when other flows are loaded, so the user is asked first (Spec 3.2). */
import { ask } from './components/ask.ts';
import { text } from './text.ts';

/** What the user gave up: nothing, or the workspace up to this step of its undo history. */
export type GivenUp = 'nothing' | { upTo: object | undefined };

/** @returns undefined if the user does not want to continue */
export async function askUndeployed(): Promise<GivenUp | undefined> {
  return RED.nodes.dirty() ? askToGiveUp('undeployed.body') : 'nothing';
}

/** Asks about what was changed while the runtime loaded other flows. @returns undefined if the changes must stay */
export const askMeanwhile = (): Promise<GivenUp | undefined> => askToGiveUp('undeployed.meanwhile');

/** Whether the workspace has changes that the user did not give up. */
export const hasOthersThan = (givenUp: GivenUp): boolean =>
  RED.nodes.dirty() && (givenUp === 'nothing' || givenUp.upTo !== RED.history.peek());

async function askToGiveUp(body: 'undeployed.body' | 'undeployed.meanwhile'): Promise<GivenUp | undefined> {
  const answer = await ask({
    title: text('undeployed.title'),
    body: [text(body)],
    choices: [{ label: text('undeployed.lose'), value: true }],
  });
  return answer === true ? { upTo: RED.history.peek() } : undefined;
}
