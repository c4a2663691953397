/** The functions' own stores, for a process that measures: what it does not read for real is replaced in them (stand-in.ts). */
import { counters } from '../../functions/src/common/adapters/firestore/counters/counters.ts';
import { imageLists } from '../../functions/src/common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { versions } from '../../functions/src/common/adapters/firestore/records/versions.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';

export const stores = { counters, datasets, imageLists, objects, versions };
