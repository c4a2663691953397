import { counters } from '../common/adapters/firestore/counters/counters.ts';
import { contents } from '../common/adapters/firestore/images/contents.ts';
import { imageLists } from '../common/adapters/firestore/images/image-lists.ts';
import { images } from '../common/adapters/firestore/images/images.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { imports } from '../common/adapters/firestore/records/imports.ts';
import { tagRecords } from '../common/adapters/firestore/records/tag-records.ts';
import { versions } from '../common/adapters/firestore/records/versions.ts';
import { objects } from '../common/adapters/objects.ts';
import { uploads } from '../common/adapters/uploads.ts';
import { publisher } from '../common/counters/counter-publisher.ts';

/** What imports and versions need. */
export const ports = {
  contents,
  counters,
  datasets,
  imageLists,
  images,
  imports,
  objects,
  publisher,
  tagRecords,
  uploads,
  versions,
};
