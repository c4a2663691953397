import { contents } from '../../common/adapters/firestore/contents.ts';
import { counters } from '../../common/adapters/firestore/counters.ts';
import { datasets } from '../../common/adapters/firestore/datasets.ts';
import { images } from '../../common/adapters/firestore/images.ts';
import { imports } from '../../common/adapters/firestore/imports.ts';
import { tagRecords } from '../../common/adapters/firestore/tag-records.ts';
import { objects } from '../../common/adapters/objects.ts';
import { uploads } from '../../common/adapters/uploads.ts';
import { CounterPublisher } from '../../common/counter-publisher.ts';

const publisher = new CounterPublisher(counters);

export const ports = {
  contents,
  counters,
  datasets,
  images,
  imports,
  objects,
  publisher,
  tagRecords,
  uploads,
};
