/** Ports for vectors of pictures (Contract 15). Adapters are in `adapters/`. */

import type { Pixels } from '../../../../packages/look/src/pixels.ts';
import type { Embedder } from '../../../../packages/records/src/lists.ts';

/** Who says what pictures look like. */
export type SomeEmbedder = Exclude<Embedder, 'off'>;

/** An embedder as it is now: the same picture gives the same numbers, until its name is another one. */
export interface Describer {
  /** With the version of its model: vectors of different ones say nothing about each other. */
  name: string;
  /** Numbers of a vector. */
  width: number;
  /** From the pixels, while these are in memory, or from the stored bytes: null if it cannot read them. */
  describe:
    | { pixels(pixels: Pixels): Int8Array }
    | { bytes(bytes: Buffer, signal: AbortSignal): Promise<Int8Array | null> };
}

/** @throws HttpError `suggest refused` where a deployment has no such embedder, `unavailable` */
export type Describers = (embedder: SomeEmbedder, signal: AbortSignal) => Promise<Describer>;

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

/** Prefix of the objects with a dataset's vectors, and name of one part (`dataset/suggest/vector-part.ts`). */
export const vectorFolder = (dataset: string): string => `dataset/${dataset}/vectors/`;
export const vectorPartName = (dataset: string, part: string): string =>
  `${vectorFolder(dataset)}${part}.part`;
/** Name of the object with the signatures of the same images, in the same order: apart, because most work does without them. */
export const signaturePartName = (dataset: string, part: string): string =>
  `${vectorFolder(dataset)}${part}.signatures`;
