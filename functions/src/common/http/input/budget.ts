/** Limits of a body, checked on its bytes before it is parsed: 1 MB of text can be a million objects. */
import { flawOfShape, type JsonShape } from '../../../../../packages/formats/src/text/json-shape.ts';
import { HttpError } from '../../errors.ts';

export interface Budget extends JsonShape {
  /** Maximum bytes, both compressed and decompressed. */
  bytes: number;
}

/** For everything without an image: 1,000 annotations with 8 members are the most that any route takes. */
export const SMALL: Budget = { bytes: 1024 ** 2, depth: 32, members: 20_000 };

/** @throws HttpError `body too deep`, `body too many` */
export function requireShape(json: Buffer, budget: Budget): void {
  const flaw = flawOfShape(json, budget);
  if (flaw) throw new HttpError(`body too ${flaw}`);
}
