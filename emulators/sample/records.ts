/** Every document of the sample data but the image records: Spec 2.1, 2.2, 2.6, Contract 2. */
import type { DatasetType } from '../../functions/src/common/model.ts';
import { type Fields, Reference, type SampleDocument } from './firestore-export/entity.ts';
import type { SampleImage } from './image.ts';
import { DATASET_IDS, type DatasetId, FIRST_MOMENT, MONITOR_IDS, SESSION_ID, TAG_IDS } from './names.ts';
import { SESSION_START, SESSION_STOP } from './plan.ts';

const DATASETS: Readonly<Record<DatasetId, { type: DatasetType; name: string }>> = {
  bolts: { type: 'MULTICLASS', name: 'Bolts' },
  castings: { type: 'ANOMALY', name: 'Castings' },
  surface: { type: 'MULTILABEL', name: 'Sheet surface' },
  parts: { type: 'imageObjectDetection', name: 'Parts on the belt' },
};

const MONITORS: Readonly<Record<string, { name: string; dataset: DatasetId }>> = {
  'line-1': { name: 'Line 1, bolt station', dataset: 'bolts' },
  'line-2': { name: 'Line 2, sorting station', dataset: 'parts' },
};

const COLORS = ['#2e7d32', '#c62828', '#ef6c00', '#1565c0', '#6a1b9a'];

/** Who may do what with all that the sample has (Contract 8). */
export const ACCESS = { owner: 'owner', members: { editor: 'editor', viewer: 'viewer' } } as const;

/** All documents, in the order of their paths. */
export function makeDocuments(images: readonly SampleImage[]): SampleDocument[] {
  const documents = [
    ...DATASET_IDS.flatMap((dataset) =>
      datasetDocuments(
        dataset,
        images.filter(({ plan }) => plan.dataset === dataset),
      ),
    ),
    ...MONITOR_IDS.map((id) => ({ path: `monitor/${id}`, fields: monitorFields(id) })),
    { path: `session/${SESSION_ID}`, fields: sessionFields(sessionFrames(images).length) },
    ...images.map(({ plan, fields }) => ({ path: `image/${plan.id}`, fields })),
  ];
  return documents.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export const sessionFrames = (images: readonly SampleImage[]): SampleImage[] =>
  images.filter(({ plan }) => plan.inSession).sort((a, b) => a.plan.date - b.plan.date);

function datasetDocuments(dataset: DatasetId, images: readonly SampleImage[]): SampleDocument[] {
  const path = `dataset/${dataset}`;
  const tags = TAG_IDS[dataset].map((id, index) => tagFields(id, index, images));
  const fields = {
    ...DATASETS[dataset],
    tags,
    imageCounter: images.length,
    createdAt: new Date(FIRST_MOMENT - 3_600_000),
    ...ACCESS,
  };
  const counters = tags.map(({ id, imageCounter, annotationCounter }) => [
    id,
    { images: imageCounter, annotations: annotationCounter },
  ]);
  return [
    { path, fields },
    ...tags.map((tag) => ({ path: `${path}/tag/${tag.id}`, fields: tag })),
    { path: `${path}/counter/base`, fields: { images: images.length, tag: Object.fromEntries(counters) } },
  ];
}

function tagFields(id: string, index: number, images: readonly SampleImage[]) {
  const annotations = images.flatMap(({ annotated }) => annotated);
  return {
    id,
    name: id,
    color: COLORS[index] ?? '#455a64',
    imageCounter: images.filter(({ contained }) => contained.includes(id)).length,
    annotationCounter: annotations.filter((tag) => tag === id).length,
    unclassified: id === 'unclassified',
  };
}

function monitorFields(id: string): Fields {
  const monitor = MONITORS[id] as { name: string; dataset: DatasetId };
  const dataset = new Reference(`dataset/${monitor.dataset}`);
  return { ...ACCESS, name: monitor.name, dataset, session: '', lastSession: null };
}

const sessionFields = (totalCounter: number): Fields => ({
  start: new Date(SESSION_START),
  stop: new Date(SESSION_STOP),
  monitor: new Reference('monitor/line-1'),
  data: {
    controller: { action: { status: false, request: { command: '', params: {} } } },
    totalCounter,
  },
  flow: {},
  uid: 'owner',
});
