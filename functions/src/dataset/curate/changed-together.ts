/**
 * How an image names the acceptance, or the change of a selection, that changed it last: `id`. Once that was taken back it is
 * `id.undone`, and, where another one had changed it before, `id.undone<other+2`: the other holds again, as it would at a
 * revision 2 lower, and can be taken back as well. Pure.
 */
import type { Undoing } from '../../common/images/curate-ports.ts';

const NAMED = /^(?:[^<]+<)?([^+]+)(?:\+(\d+))?$/;

/** `since`: by how much the revision has grown since then, from changes that were taken back. */
export function standing(change = ''): { id: string; since: number } {
  const [, id = '', since = '0'] = NAMED.exec(change) ?? [];
  return { id, since: Number(since) };
}

/** @param change how the image is named while `id` holds */
export function undone({ id, before, revisions }: Undoing, change: string | undefined): string {
  if (!before) return `${id}.undone`;
  const other = standing(before);
  return `${id}.undone<${other.id}+${other.since + revisions + standing(change).since}`;
}

export const isUndone = ({ id }: Undoing, change = ''): boolean => change.split('<')[0] === `${id}.undone`;
