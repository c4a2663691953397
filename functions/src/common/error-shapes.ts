/** Bodies of errors, whose shape differs by area (Spec 7), and their headers. */

export type Id = { id: string };
export type Reason = { reason: string };
/** What a review of suggestions has shown, by class, and the share that was asked for. */
export type Figures = { precision: number; classes: readonly object[] };

/** A name that a caller made up, at most 60 characters of it. */
export const shown = (name: string): string => name.slice(0, 60);

/** What an error says beside its code: values for its sentence, and for headers. */
export interface Particulars extends Partial<Id & Reason & Figures> {
  uri?: string;
  /** Seconds, for Retry-After. */
  retryAfter?: number;
  allow?: readonly string[];
  /** The reason, if the sentence itself is fixed: for the header `X-Reason` and the log. */
  detail?: string;
}

/** A body in the shape of one area of the service. */
export type Shape = (
  text: string,
  particulars: Particulars & { suggestion?: string },
  code: string,
) => object;

/** Entries of the table that differ by a word. */
export const not = (what: string, state: string) => ({
  status: 409,
  text: ({ id, reason }: Id & Reason) => `${what} "${id}" is not ${state}: ${reason}`,
});

export const missing = (what: string) => ({ status: 404, text: ({ id }: Id) => `${what} "${id}" not found` });

export const notUploaded = (what: string) => ({
  status: 409,
  text: ({ id }: Id) => `The ${what} "${id}" is not there: not uploaded yet, or older than seven days`,
});

/** Spec 7: bodies differ by area. */
export const shapes = {
  dataset: (text) => ({ error: true, result: text }),
  // Contract 15
  acceptance: (text, { precision, classes }) => ({ error: true, result: text, precision, classes }),
  imageStatus: (text) => ({ error: true, status: text }),
  // Spec 7: getb64 also says which URI it looked for.
  imageFile: (text, { uri }) => ({ error: true, status: text, ...(uri === undefined ? {} : { uri }) }),
  imageError: (text) => ({ error: text }),
  monitor: (text) => ({ data: { error: true, result: text } }),
  tags: (text) => ({ error: 'Failed to update tags', details: text }),
  // Contract 7: `code` is the error's code, as one word.
  git: (text, { suggestion }, code) => ({
    success: false,
    error: text,
    code: code.replaceAll(' ', '_'),
    ...(suggestion === undefined ? {} : { suggestion }),
  }),
  health: (text) => ({ status: text }),
} satisfies Record<string, Shape>;

export type ShapeName = keyof typeof shapes;

/** Longest reason in a header, in characters. */
const MAX_DETAIL = 200;

/** Headers of an error. */
export function errorHeaders(
  status: number,
  { retryAfter, allow, detail }: Particulars,
): Record<string, string> {
  const headers: Record<string, string> = {};
  // A header may only contain printable ASCII.
  if (detail) headers['X-Reason'] = detail.replace(/[^ -~]+/g, ' ').slice(0, MAX_DETAIL);
  if (status === 429 || status === 503) headers['Retry-After'] = String(retryAfter ?? 2);
  if (allow) headers.Allow = allow.join(', ');
  return headers;
}
