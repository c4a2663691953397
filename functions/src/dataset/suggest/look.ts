/** What is kept of pictures, with its version: `builtin-2+1`, or of a deployer's embedder `http:clip/512+1`. */
import { DESCRIPTOR, DESCRIPTOR_LENGTH } from '../../../../packages/look/src/descriptor.ts';
import { SIGNATURE_VERSION } from '../../../../packages/look/src/signature.ts';
import type { Describer, SomeEmbedder } from '../../common/records/vector-ports.ts';

/** More are not looked at: with 100,000, vectors of the built-in embedder take 105 MB, and no others take more. */
export const MOST_VECTORS = 100_000;

export const lookOf = ({ name }: Pick<Describer, 'name'>): string => `${name}+${SIGNATURE_VERSION}`;

/** Whether what was kept is of use. Which model a deployer's embedder has now, only its next answer says. */
export const isLookOf = (embedder: SomeEmbedder, look: string): boolean =>
  embedder === 'builtin'
    ? look === lookOf({ name: DESCRIPTOR })
    : look.startsWith('http:') && hasSignatures(look);

/** Whether signatures of now are beside the vectors. */
export const hasSignatures = (look: string): boolean => look.endsWith(`+${SIGNATURE_VERSION}`);

/** Name of the model of what was kept. */
export const modelOf = (look: string): string => look.slice(0, look.lastIndexOf('+'));

/** Images of which a dataset can have vectors of what was kept. */
export function mostVectors(look: string): number {
  const width = Number(/\/(\d+)\+\d+$/.exec(look)?.[1] ?? DESCRIPTOR_LENGTH);
  return Math.min(MOST_VECTORS, Math.floor((MOST_VECTORS * DESCRIPTOR_LENGTH) / width));
}
