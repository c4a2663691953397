import { counters } from '../common/adapters/firestore/counters.ts';
import { datasets } from '../common/adapters/firestore/datasets.ts';
import { imageLists } from '../common/adapters/firestore/image-lists.ts';
import { checkFirestore, checkLinks, checkObjects } from '../common/adapters/health-checks.ts';
import { objects } from '../common/adapters/objects.ts';

export const ports = { counters, datasets, imageLists, objects };

export const checks = { firestore: checkFirestore, storage: checkObjects, links: checkLinks };
