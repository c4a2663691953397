/** The labels of an image in two versions, in words. Pure. */
import type { Change, ChangedImage } from '../../../data/versions/version-diff.ts';
import type { Texts } from '../../../text/en.ts';

type Labels = NonNullable<ChangedImage['before']>;
type Both = Pick<ChangedImage, 'before' | 'after'>;

/** @returns before and after; empty where the version does not have it */
export type SayChange = (labels: Both) => [was: string, is: string];

export function changeIn(change: Change, nameOf: (tag: string) => string, text: Texts): SayChange {
  const say = (labels: Labels | null) =>
    labels === null ? '' : change === 'moved' ? text[`set${labels.set}`] : sayLabels(labels, text, nameOf);
  return ({ before, after }) => [say(before), say(after)];
}

/** `rusty, 3 × crack, mask of hole`. */
function sayLabels(
  { tag, annotations, masks }: Labels,
  text: Texts,
  nameOf: (tag: string) => string,
): string {
  const words = [
    ...(tag === null ? [] : [nameOf(tag)]),
    ...Object.entries(annotations).map(([each, number]) => text.labelNumber(nameOf(each), number)),
    ...[...new Set(masks)].map((each) => text.masksOf(nameOf(each))),
  ];
  return words.length === 0 ? text.noLabel : words.join(', ');
}
