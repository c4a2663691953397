import { isDeepStrictEqual } from 'node:util';
import { EMBEDDERS } from '../../../../../../packages/records/src/lists.ts';
import { NO_VECTORS, type SomeEmbedder, type VectorState } from '../../../records/vector-ports.ts';
import { changeDocument } from '../change-document.ts';
import { count, type Fields, list, map, text } from '../fields.ts';
import { datasetRef } from '../references.ts';

export const vectorStates = {
  /** Suggestions are on, and nobody else has taken a step from there. False: they are not, and nothing was changed. */
  async step(dataset: string, from: VectorState, to: VectorState): Promise<boolean> {
    const stepped = await changeDocument(datasetRef(dataset), ({ snapshot, batch, condition }) => {
      const { suggest, vectors } = suggestFields(snapshot.data() ?? {});
      // An attempt whose answer was lost.
      if (isDeepStrictEqual(vectors, to)) return true;
      if (suggest === undefined || !isDeepStrictEqual(vectors, from)) return false;
      batch.update(snapshot.ref, { vectors: to }, condition);
      return true;
    });
    return stepped === true;
  },
};

/** `suggest` and `vectors` of a dataset; nothing where suggestions are off. */
export function suggestFields(fields: Fields): { suggest?: SomeEmbedder; vectors?: VectorState } {
  const suggest = EMBEDDERS.find((each) => each === fields.suggest);
  if (suggest === undefined || suggest === 'off') return {};
  if (fields.vectors === undefined) return { suggest, vectors: NO_VECTORS };
  const { embedder, parts, walk, ...looked } = map(fields.vectors);
  const lookedOf = (each: Fields) => ({ have: count(each.have), unreadable: count(each.unreadable) });
  const vectors = {
    embedder: text(embedder),
    parts: list(parts).map((part) => text(part)),
    ...lookedOf(looked),
    walk: { after: text(map(walk).after), ...lookedOf(map(walk)) },
  };
  return { suggest, vectors };
}
