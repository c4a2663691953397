/** Why there is no repository to show, and what to do about it. */
import { adviceText, failureText } from '../commands/run.ts';
import { button } from '../components/button.ts';
import { element, icon } from '../components/element.ts';
import type { Store } from '../store.ts';
import { text } from '../text.ts';

export function drawProblem(store: Store): HTMLElement {
  const { problem } = store;
  if (problem === undefined)
    return element('div', { class: 'sightline-git-problem', text: text('problem.loading') });
  return element('div', { class: 'sightline-git-problem', role: 'status', 'data-problem': problem.code }, [
    icon('info-circle'),
    element('p', { class: 'sightline-git-ask-title', text: failureText(problem) }),
    element('p', { text: adviceText(problem) ?? '' }),
    button({
      icon: 'refresh',
      label: text('problem.again'),
      name: 'again',
      onclick: () => void store.refresh(),
    }),
  ]);
}
