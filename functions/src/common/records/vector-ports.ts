/** Ports for vectors of pictures (Contract 15). Adapters are in `adapters/`. */

/** Who says what pictures look like. */
export const EMBEDDERS = ['off', 'builtin'] as const;
export type Embedder = (typeof EMBEDDERS)[number];

/** Images of which it is known whether they have a vector. */
export interface Looked {
  have: number;
  /** Images whose picture is not there, or cannot be decoded. */
  unreadable: number;
}

/** `vectors` of a dataset: which parts there are, and how far the walk over its images, in the order of their ids, has come. */
export interface VectorState extends Looked {
  /** Name and version of what made them: others begin anew. */
  embedder: string;
  /** Names of the parts (`vectorPartName`). */
  parts: readonly string[];
  /** Of the walk that is under way, up to the image `after`; `''` at the beginning. */
  walk: Looked & { after: string };
}

/** What a dataset that nobody has worked on yet begins with. */
export const NO_VECTORS: VectorState = {
  ...{ embedder: '', parts: [], have: 0, unreadable: 0 },
  walk: { after: '', have: 0, unreadable: 0 },
};

export interface VectorStates {
  /** Suggestions are on, and nobody else has taken a step from there. False: they are not, and nothing was changed. */
  step(dataset: string, from: VectorState, to: VectorState): Promise<boolean>;
}

/** Prefix of the objects with a dataset's vectors, and name of one part (`dataset/suggest/vector-part.ts`). */
export const vectorFolder = (dataset: string): string => `dataset/${dataset}/vectors/`;
export const vectorPartName = (dataset: string, part: string): string =>
  `${vectorFolder(dataset)}${part}.part`;
/** Name of the object with the signatures of the same images, in the same order: apart, because most work does without them. */
export const signaturePartName = (dataset: string, part: string): string =>
  `${vectorFolder(dataset)}${part}.signatures`;
