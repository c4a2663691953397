import { noteKeyRevision, proveAnew } from '../common/access/prove-device-key.ts';
import { chooseDetector } from '../common/adapters/detection/choose-detector.ts';
import { directory } from '../common/adapters/directory.ts';
import { counters } from '../common/adapters/firestore/counters/counters.ts';
import { hooks } from '../common/adapters/firestore/hooks/hooks.ts';
import { outbox } from '../common/adapters/firestore/hooks/outbox.ts';
import { contents } from '../common/adapters/firestore/images/contents.ts';
import { detections } from '../common/adapters/firestore/images/detections.ts';
import { imageChanges } from '../common/adapters/firestore/images/image-changes.ts';
import { imageLists } from '../common/adapters/firestore/images/image-lists.ts';
import { imagePages } from '../common/adapters/firestore/images/image-pages.ts';
import { images } from '../common/adapters/firestore/images/images.ts';
import { trash } from '../common/adapters/firestore/images/trash.ts';
import { datasetKeyRecords as datasetKeys } from '../common/adapters/firestore/people/key-records.ts';
import { datasetMembers as memberRecords } from '../common/adapters/firestore/people/member-records.ts';
import { acceptances } from '../common/adapters/firestore/records/acceptances.ts';
import { datasetRecords } from '../common/adapters/firestore/records/dataset-records.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { grants } from '../common/adapters/firestore/records/grants.ts';
import { imports } from '../common/adapters/firestore/records/imports.ts';
import { monitorGrants } from '../common/adapters/firestore/records/monitor-grants.ts';
import { monitors } from '../common/adapters/firestore/records/monitors.ts';
import { runs } from '../common/adapters/firestore/records/runs.ts';
import { selections } from '../common/adapters/firestore/records/stepped-records.ts';
import { tagRecords } from '../common/adapters/firestore/records/tag-records.ts';
import { vectorStates } from '../common/adapters/firestore/records/vector-states.ts';
import { versions } from '../common/adapters/firestore/records/versions.ts';
import { folders } from '../common/adapters/folders.ts';
import { checkFirestore, checkLinks, checkObjects } from '../common/adapters/health-checks.ts';
import { objects } from '../common/adapters/objects.ts';
import { post } from '../common/adapters/post.ts';
import { uploads } from '../common/adapters/uploads.ts';
import { systemClock as clock } from '../common/concurrency/clock.ts';
import { CounterPublisher } from '../common/counters/counter-publisher.ts';
import { tellNow } from '../common/hooks/deliver-messages.ts';
import type { Describers } from '../common/records/vector-ports.ts';
import type { Imports } from '../common/versions/import-ports.ts';
import type { TraceMask } from './formats/outline/isolated-trace.ts';

const told = { clock, outbox, post };

/** Of what is ready when this commits, hooks are told before the request is answered. */
const thenTell =
  <More extends unknown[], Done>(finish: (dataset: string, ...more: More) => Promise<Done>) =>
  async (dataset: string, ...more: More): Promise<Done> => {
    const done = await finish(dataset, ...more);
    await tellNow({ kind: 'dataset', id: dataset }, told);
    return done;
  };

export const ports = {
  ...told,
  acceptances,
  contents,
  counters,
  datasetKeys,
  datasetRecords,
  datasets,
  detections,
  detector: chooseDetector,
  directory,
  folders,
  grants,
  hooks,
  imageChanges,
  imageLists,
  imagePages,
  images,
  imports: {
    ...imports,
    async note(dataset, id, step) {
      const noted = await imports.note(dataset, id, step);
      if (step.state === 'done') await tellNow({ kind: 'dataset', id: dataset }, told);
      return noted;
    },
  } satisfies Imports,
  memberRecords,
  monitorGrants,
  monitors,
  noteKeyRevision,
  objects,
  proveKey: proveAnew,
  publisher: new CounterPublisher(counters),
  runs: { ...runs, finish: thenTell(runs.finish) },
  selections,
  tagRecords,
  traceMask: (async (as, bytes, signal) => {
    const { traceIsolated } = await import('./formats/outline/trace-isolated.ts');
    return traceIsolated(as, bytes, signal);
  }) satisfies TraceMask,
  trash,
  uploads,
  vectorStates,
  versions: { ...versions, finish: thenTell(versions.finish) },
  /** Code that looks at pictures is loaded when it is first used. */
  describers: (async (embedder, signal) =>
    (await import('./suggest/wiring.ts')).describers(embedder, signal)) satisfies Describers,
  /** The client of the Realtime Database is loaded only if images enter or leave sessions. */
  settling: async () => (await import('./curate/settle/wiring.ts')).ports,
};

export const checks = { firestore: checkFirestore, storage: checkObjects, links: checkLinks };
