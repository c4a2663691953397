/** Bodies of errors: their shape differs by area (Spec 7). */

export type Id = { id: string };
export type Reason = { reason: string };

/** What an error says beside its code: values for its sentence, and for headers. */
export interface Particulars extends Partial<Id & Reason> {
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

/** Spec 7: bodies differ by area. */
export const shapes = {
  dataset: (text) => ({ error: true, result: text }),
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
