import { counters } from '../../common/adapters/firestore/counters.ts';
import { datasets } from '../../common/adapters/firestore/datasets.ts';
import { imageLists } from '../../common/adapters/firestore/image-lists.ts';
import { versions } from '../../common/adapters/firestore/versions.ts';
import { objects } from '../../common/adapters/objects.ts';

export const ports = { counters, datasets, imageLists, objects, versions };
