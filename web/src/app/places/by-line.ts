import type { NameOf } from '../../data/records/people.ts';
import type { Texts } from '../../text/en.ts';

/** `by Ada`; empty while the name is unknown. @param by uid of a person, `program:…` for a program's key, `''` for the service */
export function byLine(by: string, nameOf: NameOf, text: Texts): string {
  if (by === '') return text.byNobody;
  if (by.startsWith('program:')) return text.byProgram;
  const name = nameOf(by);
  return name === undefined ? '' : text.byPerson(name ?? text.formerPerson);
}
