import type { NameOf } from '../data/people.ts';
import type { Texts } from '../text/en.ts';

/** `by Ada`. @param by uid of who has made something, `''`: the service. Empty while the name is not known */
export function byLine(by: string, nameOf: NameOf, text: Texts): string {
  if (by === '') return text.byNobody;
  const name = nameOf(by);
  return name === undefined ? '' : text.byPerson(name ?? text.formerPerson);
}
