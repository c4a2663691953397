/**
 * Why no CSV can be made (Spec 7: "Error generating CSV: <reason>").
 * `parameter`: the request is wrong (400). `data`: the records do not suffice (422, Contract 3).
 */
export class CsvFault extends Error {
  readonly reason: string;
  readonly kind: 'parameter' | 'data';

  constructor(kind: 'parameter' | 'data', reason: string) {
    super(reason);
    this.name = 'CsvFault';
    this.kind = kind;
    this.reason = reason;
  }
}

/** A parameter that its schema does not take. */
export const parameterFault = ({ message }: { message: string }): CsvFault =>
  new CsvFault('parameter', message);
