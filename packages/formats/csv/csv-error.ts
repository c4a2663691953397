/**
 * The reason why there is no CSV (Spec 7: "Error generating CSV: <reason>"). `parameter`: the request is wrong (400).
 * `data`: the records are not sufficient (422, Contract 3).
 */
export class CsvFault extends Error {
  readonly kind: 'parameter' | 'data';

  constructor(kind: 'parameter' | 'data', reason: string) {
    super(reason);
    this.kind = kind;
  }
}
