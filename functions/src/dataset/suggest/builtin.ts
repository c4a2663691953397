/** The built-in embedder: arithmetic on pixels, without a model (Contract 15). */
import { DESCRIPTOR, DESCRIPTOR_LENGTH, describe } from '../../../../packages/look/src/descriptor.ts';
import type { Describer } from '../../common/records/vector-ports.ts';

export const builtin: Describer = {
  name: DESCRIPTOR,
  width: DESCRIPTOR_LENGTH,
  describe: { pixels: describe },
};
