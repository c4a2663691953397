/** Ports for links of an export (Contract 11). Adapters are in `adapters/`. */

/** Allows anyone with a link of this export to read its images until it expires. */
export interface Grant {
  id: string;
  /** Key of the links' signatures. */
  key: Buffer;
  /** Unix milliseconds. */
  until: number;
}
