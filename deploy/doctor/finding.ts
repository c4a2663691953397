/** One line of the doctor's report. */
export interface Finding {
  what: string;
  /** `missing` makes the doctor fail; `note` does not. */
  state: 'ok' | 'note' | 'missing';
  detail: string;
  /** How to fix it, if there is something to do. */
  remedy?: string;
}

export const ok = (what: string, detail: string): Finding => ({ what, state: 'ok', detail });

export const note = (what: string, detail: string, remedy: string): Finding => ({
  what,
  state: 'note',
  detail,
  remedy,
});

export const missing = (what: string, detail: string, remedy: string): Finding => ({
  what,
  state: 'missing',
  detail,
  remedy,
});

/** An account that may deploy is not necessarily allowed to read everything. */
const NOT_ALLOWED = /PERMISSION_DENIED|\b403\b|does not have permission/;

/** The result of a check, or a note with the first sentence of why it could not be done. */
export async function look(what: string, remedy: string, find: () => Promise<Finding>): Promise<Finding> {
  try {
    return await find();
  } catch (error) {
    const { message } = error as Error;
    if (NOT_ALLOWED.test(message)) return note(what, `may not be looked at: ${firstLine(message)}`, remedy);
    return missing(what, firstLine(message), remedy);
  }
}

/** Null for what gcloud does not find. */
export function ifAbsent(error: Error): null {
  if (error.message.includes('NOT_FOUND')) return null;
  throw error;
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

export function lineOf({ what, state, detail, remedy }: Finding): string {
  const mark = { ok: 'ok      ', note: 'note    ', missing: 'MISSING ' }[state];
  return `${mark}${what}: ${detail}${remedy && state !== 'ok' ? `\n        -> ${remedy}` : ''}`;
}
