/** A dataset with suggestions in memory: pictures of a shade each, and what is kept of them. */

import type { WriteBatch } from 'firebase-admin/firestore';
import sharp from 'sharp';
import { Random } from '../../emulators/scenes/random.ts';
import { outbox } from '../../functions/src/common/adapters/firestore/hooks/outbox.ts';
import { imageLists } from '../../functions/src/common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { runs } from '../../functions/src/common/adapters/firestore/records/runs.ts';
import { vectorStates } from '../../functions/src/common/adapters/firestore/records/vector-states.ts';
import { folders } from '../../functions/src/common/adapters/folders.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import type { Job } from '../../functions/src/common/jobs/job.ts';
import type { Doing } from '../../functions/src/common/jobs/kind.ts';
import type { Dataset, ImageRecord } from '../../functions/src/common/model.ts';
import type { Objects } from '../../functions/src/common/ports.ts';
import type { Describer, VectorState } from '../../functions/src/common/records/vector-ports.ts';
import type { MadeRun, Run } from '../../functions/src/common/runs/run-ports.ts';
import { addVectors } from '../../functions/src/dataset/suggest/add-vectors.ts';
import { builtin } from '../../functions/src/dataset/suggest/builtin.ts';
import { describers } from '../../functions/src/dataset/suggest/describers.ts';
import { findImages } from '../../functions/src/dataset/suggest/find/find-images.ts';
import { findQuery } from '../../functions/src/dataset/suggest/find/find-request.ts';
import { findSimilar } from '../../functions/src/dataset/suggest/find/find-similar.ts';
import { makeSuggestions } from '../../functions/src/dataset/suggest/make-suggestions.ts';
import { showSuggest } from '../../functions/src/dataset/suggest/show-suggest.ts';
import { caller, MemoryVersions } from './memory-versions.ts';
import { standIn } from './stand-in.ts';

const NOTHING: VectorState = {
  ...{ embedder: '', parts: [], have: 0, unreadable: 0 },
  walk: { after: '', have: 0, unreadable: 0 },
};

/** A slope of grey around a shade. */
export const shade = (grey: number): Promise<Buffer> =>
  sharp(
    Uint8Array.from({ length: 32 * 24 }, (_, at) => grey + (at % 32)),
    { raw: { width: 32, height: 24, channels: 1 } },
  )
    .png()
    .toBuffer();

/** A photograph of a part: patches of grey that differ from part to part, a little lighter or darker each time. */
export async function photographed(part: number, light: number): Promise<Buffer> {
  const random = new Random(part);
  const patches = Array.from({ length: 48 }, () => random.whole(40, 200));
  const [width, height] = [96, 72];
  const patchAt = (at: number) => Math.floor(Math.floor(at / width) / 12) * 8 + Math.floor((at % width) / 12);
  const data = Uint8Array.from({ length: width * height }, (_, at) => patches[patchAt(at)]! + light);
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

export class MemorySuggest {
  readonly memory: MemoryVersions;
  readonly runs: Run[] = [];
  describer: Describer = builtin;
  /** Called before a step is kept. */
  beforeStep = async () => {};

  constructor(dataset: Partial<Dataset> = {}) {
    this.memory = new MemoryVersions(dataset.type ?? 'MULTICLASS', [
      { id: 'dark', name: 'dark' },
      { id: 'light', name: 'light' },
      { id: 'later', name: 'later', unclassified: true },
    ]);
    Object.assign(this.memory.dataset, { suggest: 'builtin', vectors: NOTHING, ...dataset });
  }

  async add(id: string, grey: number, fields: Partial<ImageRecord> = {}): Promise<void> {
    this.memory.add(id, { originalFormat: 'png', ...fields }, await shade(grey));
    this.memory.dataset.imageCounter += 1;
  }

  addVectors(seconds = 60, signal = new AbortController().signal) {
    this.#standIn();
    return addVectors('d', { seconds, signal });
  }

  show() {
    this.#standIn();
    return showSuggest({ dataset: 'd', caller, signal: new AbortController().signal });
  }

  suggest() {
    this.#standIn();
    const { signal } = new AbortController();
    const { dataset } = this.memory;
    const step: Doing['step'] = async (weight, write) => (await write({} as WriteBatch, weight)).cursor;
    return makeSuggestions({ dataset, job: { by: 'owner' } as Job, cursor: null, signal, step }, 0);
  }

  similar(image: string, limit: number, signal = new AbortController().signal) {
    this.#standIn();
    return findSimilar({ dataset: 'd', caller, image, limit, signal });
  }

  find(
    { limit, after, ...query }: { kind: string; good?: string; limit?: number; after?: string | null },
    signal = new AbortController().signal,
  ) {
    const sent = { ...query, ...(limit && { limit: String(limit) }), ...(after && { after }) };
    this.#standIn();
    return findImages({ dataset: 'd', caller, query: findQuery.parse(sent), signal });
  }

  /** Names of the objects with vectors. */
  get parts(): string[] {
    return [...this.memory.objects.keys()].filter((name) => name.includes('/vectors/'));
  }

  #standIn(): void {
    const { dataset, objects: stored, records, ports } = this.memory;
    const own = { ...ports.imageLists, ...this.#lists(records) };
    const written: Pick<Objects, 'put' | 'remove'> = {
      put: async (name, bytes) => Boolean(stored.set(name, { bytes, generation: '1' })),
      remove: async (name) => void stored.delete(name),
    };
    const others = {
      describers: { open: async () => this.describer },
      outbox: { async *waiting() {} },
      datasets: { ...ports.datasets, find: async () => structuredClone(dataset) },
      folders: {
        list: async function* (prefix: string) {
          for (const name of stored.keys()) if (name.startsWith(prefix)) yield { name, updated: 0 };
        },
      },
      imageLists: own,
      objects: { ...ports.objects, ...written },
      vectorStates: {
        step: async (_: string, from: VectorState, to: VectorState) => {
          await this.beforeStep();
          if (JSON.stringify(dataset.vectors) !== JSON.stringify(from)) return false;
          dataset.vectors = to;
          return true;
        },
      },
      runs: this.#runs(),
    };
    standIn({ describers, datasets, folders, imageLists, objects, vectorStates, runs, outbox }, others);
  }

  #lists(records: ReadonlyMap<string, ImageRecord>) {
    const sorted = () => [...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const some = async function* (wanted: (image: ImageRecord) => boolean) {
      yield sorted().filter(wanted);
    };
    return {
      ofDataset: (_: string, __: unknown, ___: unknown, after = '') => some(({ id }) => id > after),
      ofTag: (_: string, tag: string) => some(({ tagsContained }) => tagsContained.includes(tag)),
      byIds: (ids: readonly string[]) => some(({ id }) => ids.includes(id)),
    };
  }

  #runs() {
    const { runs: made } = this;
    return {
      add: async (_: unknown, __: string, run: object) =>
        made.push({ ...run, number: made.length + 1, state: 'building', counts: null } as unknown as Run),
      finish: async (_: string, number: number, ready: MadeRun) =>
        Object.assign(made[number - 1] as Run, ready, { state: 'ready' }),
    };
  }
}
