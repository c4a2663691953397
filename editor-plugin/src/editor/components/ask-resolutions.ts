import { text } from '../text.ts';
import { ask } from './ask.ts';
import { element } from './element.ts';

type Side = 'ours' | 'theirs';

/** The way out of a conflict: for each file, whose version stays. Nothing was changed so far. */
export async function askResolutions(paths: readonly string[]): Promise<Record<string, Side> | undefined> {
  const selects = paths.map((path) => [path, sideSelect(path)] as const);
  const rows = selects.map(([path, select]) =>
    element('label', { class: 'sightline-git-field' }, [element('span', { text: path }), select]),
  );
  const answer = await ask({
    title: text('conflict.title'),
    body: [text('conflict.body'), ...rows],
    choices: [{ label: text('conflict.go'), value: true, primary: true }],
    width: 560,
  });
  if (answer !== true) return undefined;
  return Object.fromEntries(selects.map(([path, select]) => [path, select.value as Side]));
}

const sideSelect = (path: string): HTMLSelectElement =>
  element('select', { 'data-path': path }, [
    element('option', { value: 'ours', text: text('conflict.ours') }),
    element('option', { value: 'theirs', text: text('conflict.theirs') }),
  ]);
