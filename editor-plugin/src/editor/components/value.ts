/** A complete property value for people: text without quotes, everything else as JSON. */
import { text } from '../text.ts';
import { element } from './element.ts';

/** Longer values are collapsed: a function may have hundreds of lines. */
const MOST_LINES = 16;
const MOST_LETTERS = 1_200;

/** @param json null if the property does not exist */
export function drawValue(json: string | null): HTMLElement {
  if (json === null) return quiet(text('value.none'));
  const shown = readable(json);
  if (shown === '') return quiet(text('value.empty'));
  const lines = shown.split('\n');
  const whole = element('span', { class: 'sightline-git-value', text: shown });
  if (lines.length <= MOST_LINES && shown.length <= MOST_LETTERS) return whole;
  return element('details', { class: 'sightline-git-folded' }, [
    element('summary', {
      text: `${lines[0]?.slice(0, 60)} … ${text('value.lines', { count: lines.length })}`,
    }),
    whole,
  ]);
}

const quiet = (words: string): HTMLElement => element('span', { class: 'sightline-git-quiet', text: words });

/** JSON strings contain no line feeds: those in the text are layout. */
function readable(json: string): string {
  if (!json.startsWith('"')) return json.replaceAll(/\r?\n[ \t]*/g, '');
  return String(JSON.parse(json));
}
