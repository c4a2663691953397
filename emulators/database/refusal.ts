/** Why the database does not do what a client asks, by the status word that the wire protocol carries. */
export type RefusalWord =
  | 'permission_denied'
  | 'datastale'
  | 'invalid_data'
  | 'too_big'
  | 'invalid_token'
  | 'expired_token';

const HTTP_STATUS: Record<RefusalWord, number> = {
  permission_denied: 401,
  datastale: 412,
  invalid_data: 400,
  too_big: 413,
  invalid_token: 401,
  expired_token: 401,
};

/** Thrown by everything below the transports; each transport turns it into its own answer. */
export class Refusal extends Error {
  readonly word: RefusalWord;

  constructor(word: RefusalWord, detail: string) {
    super(detail);
    this.word = word;
  }

  get httpStatus(): number {
    return HTTP_STATUS[this.word];
  }
}

export const denied = (): Refusal => new Refusal('permission_denied', 'Permission denied');
export const invalid = (detail: string): Refusal => new Refusal('invalid_data', `Invalid data; ${detail}`);
