/** A database error, with the status word of the wire protocol. */
export type ErrorCode =
  | 'permission_denied'
  | 'datastale'
  | 'invalid_data'
  | 'too_big'
  | 'invalid_token'
  | 'expired_token';

const HTTP_STATUS: Record<ErrorCode, number> = {
  permission_denied: 401,
  datastale: 412,
  invalid_data: 400,
  too_big: 413,
  invalid_token: 401,
  expired_token: 401,
};

/** Thrown by everything below the transports; each transport turns it into its own answer. */
export class DatabaseError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, detail: string) {
    super(detail);
    this.code = code;
  }

  get httpStatus(): number {
    return HTTP_STATUS[this.code];
  }
}

export const denied = (): DatabaseError => new DatabaseError('permission_denied', 'Permission denied');
export const invalid = (detail: string): DatabaseError =>
  new DatabaseError('invalid_data', `Invalid data; ${detail}`);
