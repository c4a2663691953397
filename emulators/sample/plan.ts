/** The images of the sample data and their labels. */
import type { SetType } from '../../packages/records/src/lists.ts';
import type { SceneOptions } from '../scenes/scene.ts';
import { DATASET_IDS, type DatasetId, FIRST_MOMENT } from './names.ts';

export interface PlannedImage {
  id: string;
  dataset: DatasetId;
  scene: SceneOptions;
  /** Primary tag; null leaves the image unlabelled. */
  tag: string | null;
  set: SetType;
  /** Unix milliseconds. */
  date: number;
  monitor: string | null;
  inSession: boolean;
  labeled: 'manual' | 'inference';
}

/** A series of similar images: `defect` cycles through its list, one entry per image. */
interface Run {
  count: number;
  tag: string | null;
  defect?: readonly (string | readonly string[])[];
  set?: SetType;
  parts?: number;
}

const RUNS: Readonly<Record<DatasetId, readonly Run[]>> = {
  bolts: [
    { count: 16, tag: 'good' },
    { count: 13, tag: 'missing_thread', defect: ['missing_thread'] },
    { count: 13, tag: 'rusty', defect: ['stain'] },
    { count: 12, tag: 'unclassified', parts: 2 },
    { count: 3, tag: null, defect: ['scratch'] },
    { count: 2, tag: 'rusty', defect: ['stain'], set: 'REVIEW' },
  ],
  castings: [
    { count: 16, tag: 'normal' },
    { count: 14, tag: 'defective', defect: ['crack', 'pores', 'scratch', 'stain'] },
    { count: 2, tag: null },
    { count: 2, tag: 'defective', defect: ['pores'], set: 'REVIEW' },
  ],
  surface: [
    { count: 12, tag: 'normal' },
    { count: 8, tag: 'scratch', defect: ['scratch'] },
    { count: 8, tag: 'crack', defect: ['crack'] },
    { count: 8, tag: 'stain', defect: ['stain'] },
    { count: 5, tag: 'scratch', defect: [['scratch', 'stain']] },
    {
      count: 5,
      tag: 'crack',
      defect: [
        ['crack', 'scratch'],
        ['crack', 'stain'],
      ],
    },
    { count: 2, tag: null },
    { count: 2, tag: 'scratch', defect: ['scratch'], set: 'REVIEW' },
  ],
  parts: [
    { count: 22, tag: null },
    { count: 1, tag: null, parts: 0 },
    { count: 2, tag: null, set: 'REVIEW' },
  ],
};

/** Some sets are fixed, most are left to the split (Spec 2.3). */
const SETS: readonly SetType[] = ['TRAIN', 'PREDETERMINED', 'TEST', 'PREDETERMINED', 'VALIDATION', 'TRAIN'];

/** Frames of the finished session: every second image of `bolts`, four in each clock minute. */
const SESSION_FRAMES = 24;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** The finished session; Unix milliseconds. */
export const SESSION_START = FIRST_MOMENT + 4 * DAY;
export const SESSION_STOP = SESSION_START + (SESSION_FRAMES / 4) * MINUTE + 1500;

export const planImages = (): PlannedImage[] => DATASET_IDS.flatMap(planDataset);

function planDataset(dataset: DatasetId): PlannedImage[] {
  const looks = RUNS[dataset].flatMap((run) =>
    Array.from({ length: run.count }, (_, turn) => ({ run, turn })),
  );
  return looks.map(({ run, turn }, index) => {
    const inSession = dataset === 'bolts' && index % 2 === 0 && index / 2 < SESSION_FRAMES;
    return {
      id: `${dataset}-${String(index + 1).padStart(4, '0')}`,
      dataset,
      scene: sceneOf(dataset, run, turn, index),
      tag: run.tag,
      set: run.set ?? SETS[turn % SETS.length] ?? 'PREDETERMINED',
      date: inSession ? frameTime(index / 2) : usualTime(dataset, index),
      monitor: inSession ? 'line-1' : dataset === 'parts' && index < 4 ? 'line-2' : null,
      inSession,
      labeled: run.set === 'REVIEW' ? 'inference' : 'manual',
    };
  });
}

function sceneOf(kind: DatasetId, run: Run, turn: number, index: number): SceneOptions {
  const seed = DATASET_IDS.indexOf(kind) * 1000 + index + 1;
  const defect = run.defect?.[turn % run.defect.length] ?? null;
  const look = { seed, kind, defect, quality: 78 };
  return run.parts === undefined ? look : { ...look, parts: run.parts };
}

const frameTime = (frame: number): number =>
  SESSION_START + 1000 + Math.floor(frame / 4) * MINUTE + (frame % 4) * 12_000;

const usualTime = (dataset: DatasetId, index: number): number =>
  FIRST_MOMENT + DATASET_IDS.indexOf(dataset) * DAY + index * 97_000;
