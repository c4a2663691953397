/** Ports for links of an export (Contract 11). Adapters are in `adapters/`. */

/** Allows anyone with a link of this export to read its images until it expires. */
export interface Grant {
  id: string;
  /** Key of the links' signatures. */
  key: Buffer;
  /** Unix milliseconds. */
  until: number;
}

/** `dataset/{id}/grant/{id}`: deleted by their TTL policy. */
export interface Grants {
  create(dataset: string, grant: Grant): Promise<void>;
  find(dataset: string, id: string): Promise<Grant | null>;
}
