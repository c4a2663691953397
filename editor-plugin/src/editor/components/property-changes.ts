/** What changed about a node: each property with both values. */
import type { ChangedProperty } from '../../../../packages/git/src/flows/compare-flows.ts';
import { text } from '../text.ts';
import { element } from './element.ts';
import { drawValue } from './value.ts';

const isPlace = ({ property }: ChangedProperty): boolean => property === 'x' || property === 'y';

export function drawProperties(changes: readonly ChangedProperty[]): HTMLElement {
  const place = changes.filter(isPlace);
  const others = changes.filter((change) => !isPlace(change));
  return element('dl', { class: 'sightline-git-properties' }, [
    ...others.flatMap(({ property, before, after }) => drawProperty(property, before, after)),
    ...(place.length === 0 ? [] : drawPlace(place)),
  ]);
}

const drawProperty = (name: string, before: string | null, after: string | null): HTMLElement[] => [
  element('dt', { text: name }),
  element('dd', { 'data-property': name }, [
    element('del', {}, [drawValue(before)]),
    element('ins', {}, [drawValue(after)]),
  ]),
];

function drawPlace(place: readonly ChangedProperty[]): HTMLElement[] {
  const at = (side: 'before' | 'after'): string =>
    place.map((change) => `${change.property} ${change[side] ?? '–'}`).join(', ');
  return drawProperty(text('node.place'), at('before'), at('after'));
}
