/** The sample data's scenes (emulators/scenes), as many as a training needs, as a version. */

import { drawScene, type Scene } from '../../emulators/scenes/scene.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import { MemoryVersions } from './memory-versions.ts';

/** Half of the sample's size: the trainings are on a processor. */
const SIZE = { width: 320, height: 240 };
const DEFECTS = {
  bolts: { good: null, missing_thread: 'missing_thread', rusty: 'stain' },
  surface: { scratch: 'scratch', crack: 'crack', stain: 'stain' },
} as const;
const PARTS = ['bolt', 'nut', 'washer', 'gear', 'bracket'];

const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }));

/** Whole bolts, and two kinds of bad ones. */
export const boltVersion = (count: number) => versionOf('MULTICLASS', 'bolts', count);
/** Defects of a sheet, with masks. */
export const surfaceVersion = (count: number) => versionOf('MULTILABEL', 'surface', count);

async function versionOf(type: 'MULTICLASS' | 'MULTILABEL', kind: keyof typeof DEFECTS, count: number) {
  const classes = Object.entries(DEFECTS[kind]);
  const memory = new MemoryVersions(type, named(classes.map(([name]) => name)));
  for (let at = 0; at < count; at += 1) {
    const [tag, defect] = classes[at % classes.length] as [string, string | null];
    const scene = await drawScene({ ...SIZE, seed: 10_000 + at, kind, defect });
    const masks =
      type === 'MULTILABEL' ? Object.fromEntries(scene.defects.map(({ mask }) => [tag, mask])) : {};
    memory.add(idOf(at), { ...SIZE, tag, name: `${idOf(at)}.jpg` }, scene.jpeg, masks);
  }
  await memory.make({ group: 'image', test: 20, validation: 10 });
  return memory;
}

/** Parts on a belt, with boxes. */
export async function partVersion(count: number) {
  const memory = new MemoryVersions('imageObjectDetection', named(PARTS));
  for (let at = 0; at < count; at += 1) {
    const scene = await drawScene({ ...SIZE, seed: 20_000 + at, kind: 'parts' });
    memory.add(idOf(at), { ...SIZE, tags: boxesOf(scene), name: `${idOf(at)}.jpg` }, scene.jpeg);
  }
  // VOCDetection knows no test set.
  await memory.make({ group: 'image', test: 0, validation: 20 });
  return memory;
}

const boxesOf = ({ parts }: Scene): Annotation[] =>
  parts.map(({ label, box }) => ({ type: 'rect', tag: label, ...box, labeled: 'manual' }));

const idOf = (at: number): string => `scene-${String(at).padStart(4, '0')}`;
