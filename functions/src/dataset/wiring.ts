import { directory } from '../common/adapters/directory.ts';
import { contents } from '../common/adapters/firestore/contents.ts';
import { counters } from '../common/adapters/firestore/counters.ts';
import { datasetRecords } from '../common/adapters/firestore/dataset-records.ts';
import { datasets } from '../common/adapters/firestore/datasets.ts';
import { grants } from '../common/adapters/firestore/grants.ts';
import { imageChanges } from '../common/adapters/firestore/image-changes.ts';
import { imageLists } from '../common/adapters/firestore/image-lists.ts';
import { imagePages } from '../common/adapters/firestore/image-pages.ts';
import { images } from '../common/adapters/firestore/images.ts';
import { imports } from '../common/adapters/firestore/imports.ts';
import { datasetMembers as memberRecords } from '../common/adapters/firestore/member-records.ts';
import { monitorGrants } from '../common/adapters/firestore/monitor-grants.ts';
import { monitors } from '../common/adapters/firestore/monitors.ts';
import { tagRecords } from '../common/adapters/firestore/tag-records.ts';
import { trash } from '../common/adapters/firestore/trash.ts';
import { versions } from '../common/adapters/firestore/versions.ts';
import { checkFirestore, checkLinks, checkObjects } from '../common/adapters/health-checks.ts';
import { objects } from '../common/adapters/objects.ts';
import { uploads } from '../common/adapters/uploads.ts';
import { CounterPublisher } from '../common/counter-publisher.ts';

export const ports = {
  contents,
  counters,
  datasetRecords,
  datasets,
  directory,
  grants,
  imageChanges,
  imageLists,
  imagePages,
  images,
  imports,
  memberRecords,
  monitorGrants,
  monitors,
  objects,
  publisher: new CounterPublisher(counters),
  tagRecords,
  trash,
  uploads,
  versions,
  /** The client of the Realtime Database is loaded only if images enter or leave sessions. */
  settling: async () => (await import('./curate/settle/wiring.ts')).ports,
};

export const checks = { firestore: checkFirestore, storage: checkObjects, links: checkLinks };
