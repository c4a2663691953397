/** Every document of the sample data except the image records: Spec 2.1, 2.2, 2.6, Contract 2. */

import { groupOf } from '../../functions/src/common/counters/timeline-group.ts';
import { type DatasetType, SET_TYPES, type SetType } from '../../packages/records/src/lists.ts';
import { type Fields, Reference, type SampleDocument } from './firestore-export/entity.ts';
import type { SampleImage } from './image.ts';
import { BAD, DATASET_IDS, type DatasetId, FIRST_MOMENT, MONITOR_IDS, SESSION_ID, TAG_IDS } from './names.ts';
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

/** Roles for all datasets and monitors of the sample (Contract 8). */
export const ACCESS = {
  owner: 'owner',
  members: { editor: 'editor', viewer: 'viewer' },
  people: ['owner', 'editor', 'viewer'],
} as const;

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
  const unlabelled = images.filter(({ fields }) => fields.labelled === false).length;
  const sets = setsOf(images);
  const fields = {
    ...DATASETS[dataset],
    tags,
    imageCounter: images.length,
    unlabelledCounter: unlabelled,
    sets,
    createdAt: new Date(FIRST_MOMENT - 3_600_000),
    monitors: grantsOf(dataset),
    ...ACCESS,
  };
  const counters = tags.map(({ id, imageCounter, annotationCounter, sets: ofTag }) => [
    id,
    { images: imageCounter, annotations: annotationCounter, sets: ofTag },
  ]);
  const base = { images: images.length, unlabelled, sets, tag: Object.fromEntries(counters) };
  return [
    { path, fields },
    ...tags.map((tag) => ({ path: `${path}/tag/${tag.id}`, fields: tag })),
    { path: `${path}/counter/base`, fields: base },
    ...timelineOf(images).map(([group, each]) => ({ path: `${path}/timeline/${group}`, fields: each })),
  ];
}

/** It admits the monitors whose frames go here (Contract 8). */
const grantsOf = (dataset: DatasetId): Fields =>
  Object.fromEntries(
    MONITOR_IDS.filter((id) => MONITORS[id]?.dataset === dataset).map((id) => [
      id,
      { by: ACCESS.owner, at: new Date(FIRST_MOMENT - 3_600_000), born: '' },
    ]),
  );

const setsOf = (images: readonly SampleImage[]): Record<SetType, number> =>
  Object.fromEntries(
    SET_TYPES.map((set) => [set, images.filter(({ plan }) => plan.set === set).length]),
  ) as Record<SetType, number>;

/** Timeline groups, as the functions keep them (Contract 9). */
function timelineOf(images: readonly SampleImage[]): [string, Fields][] {
  const groups = Map.groupBy(images, ({ plan }) =>
    groupOf({ session: plan.inSession ? SESSION_ID : '', date: plan.date }),
  );
  return [...groups].map(([group, frames]) => {
    const dates = frames.map(({ plan }) => plan.date);
    const isSession = group === SESSION_ID;
    return [
      group,
      {
        session: isSession ? group : '',
        monitor: isSession ? 'line-1' : '',
        imageCounter: frames.length,
        first: Math.min(...dates),
        last: Math.max(...dates),
      },
    ];
  });
}

function tagFields(id: string, index: number, images: readonly SampleImage[]) {
  const annotations = images.flatMap(({ annotated }) => annotated);
  const having = images.filter(({ contained }) => contained.includes(id));
  return {
    id,
    name: id,
    color: COLORS[index] ?? '#455a64',
    imageCounter: having.length,
    annotationCounter: annotations.filter((tag) => tag === id).length,
    sets: setsOf(having),
    unclassified: id === 'unclassified',
    ...(BAD.includes(id) && { bad: true }),
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
