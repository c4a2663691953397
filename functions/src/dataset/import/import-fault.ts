/** Why an archive cannot be imported at all, in a sentence without its end (422). */
export class ImportFault extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ImportFault';
    this.reason = reason;
  }
}
