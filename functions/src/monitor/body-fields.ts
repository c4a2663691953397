/** Reading parsed JSON without trust. */

/** True for an object that is no list. */
export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an object; none for anything else. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {});
