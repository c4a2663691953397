/** One line of the doctor. */
export interface Finding {
  what: string;
  /** `missing` makes the doctor fail; `note` is worth knowing. */
  state: 'ok' | 'note' | 'missing';
  detail: string;
  /** How to get it, where something is to be done. */
  remedy?: string;
}

export const ok = (what: string, detail: string): Finding => ({ what, state: 'ok', detail });

export const note = (what: string, detail: string, remedy: string): Finding => ({
  ...{ what, state: 'note', detail, remedy },
});

export const missing = (what: string, detail: string, remedy: string): Finding => ({
  ...{ what, state: 'missing', detail, remedy },
});

/** What a look finds, or that it could not be had, in the first sentence of the reason. */
export async function look(what: string, remedy: string, find: () => Promise<Finding>): Promise<Finding> {
  try {
    return await find();
  } catch (error) {
    return missing(what, firstLine((error as Error).message), remedy);
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

export function lineOf({ what, state, detail, remedy }: Finding): string {
  const mark = { ok: 'ok      ', note: 'note    ', missing: 'MISSING ' }[state];
  return `${mark}${what}: ${detail}${remedy && state !== 'ok' ? `\n        -> ${remedy}` : ''}`;
}
