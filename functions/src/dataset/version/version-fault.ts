/** The reason why the records cannot become a version (422). */
export class VersionFault extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'VersionFault';
    this.reason = reason;
  }
}
