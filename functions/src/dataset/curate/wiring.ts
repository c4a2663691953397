import { counters } from '../../common/adapters/firestore/counters.ts';
import { datasets } from '../../common/adapters/firestore/datasets.ts';
import { imageChanges } from '../../common/adapters/firestore/image-changes.ts';
import { imageLists } from '../../common/adapters/firestore/image-lists.ts';
import { imagePages } from '../../common/adapters/firestore/image-pages.ts';
import { trash } from '../../common/adapters/firestore/trash.ts';
import { objects } from '../../common/adapters/objects.ts';
import { CounterPublisher } from '../../common/counter-publisher.ts';

export const ports = {
  datasets,
  imageChanges,
  imageLists,
  imagePages,
  objects,
  publisher: new CounterPublisher(counters),
  trash,
  /** The client of the Realtime Database is loaded only if images enter or leave sessions. */
  settling: async () => (await import('./settle/wiring.ts')).ports,
};
