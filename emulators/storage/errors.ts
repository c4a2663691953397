/** An error in Cloud Storage's form: HTTP status, machine-readable reason, sentence. */
export class StorageError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly headers: Record<string, string>;

  constructor(status: number, reason: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = headers;
  }

  /** The JSON API's error body. */
  body() {
    const { status, reason, message } = this;
    return { error: { code: status, message, errors: [{ message, domain: 'global', reason }] } };
  }
}

export const invalid = (message: string): StorageError => new StorageError(400, 'invalid', message);

export const noSuchBucket = (): StorageError =>
  new StorageError(404, 'notFound', 'The specified bucket does not exist.');

export const noSuchObject = (bucket: string, name: string): StorageError =>
  new StorageError(404, 'notFound', `No such object: ${bucket}/${name}`);

export const conditionNotMet = (): StorageError =>
  new StorageError(412, 'conditionNotMet', 'At least one of the pre-conditions you specified did not hold.');
