/** A dataset with suggestions in memory: pictures of a shade each, and what is kept of them. */
import sharp from 'sharp';
import type { Dataset, ImageRecord } from '../../functions/src/common/model.ts';
import type { ImageLists, Objects } from '../../functions/src/common/ports.ts';
import type { Describer, VectorState } from '../../functions/src/common/records/vector-ports.ts';
import type { MadeRun, Run, Runs } from '../../functions/src/common/runs/run-ports.ts';
import { addVectors } from '../../functions/src/dataset/suggest/add-vectors.ts';
import { builtin } from '../../functions/src/dataset/suggest/builtin.ts';
import { findImages } from '../../functions/src/dataset/suggest/find/find-images.ts';
import { findSimilar } from '../../functions/src/dataset/suggest/find/find-similar.ts';
import { findQuery } from '../../functions/src/dataset/suggest/find/schema.ts';
import { makeSuggestions } from '../../functions/src/dataset/suggest/make-suggestions.ts';
import { showSuggest } from '../../functions/src/dataset/suggest/show-suggest.ts';
import { caller, MemoryVersions } from './memory-versions.ts';

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

  addVectors = (seconds = 60, signal = new AbortController().signal) =>
    addVectors({ dataset: 'd', caller, seconds, signal }, this.#ports);

  show = () => showSuggest({ dataset: 'd', caller, signal: new AbortController().signal }, this.#ports);

  suggest = () =>
    makeSuggestions(
      { dataset: 'd', caller, requestKey: null, signal: new AbortController().signal },
      this.#ports,
    );

  similar = (image: string, limit: number, signal = new AbortController().signal) =>
    findSimilar({ dataset: 'd', caller, image, limit, signal }, this.#ports);

  find = (
    { limit, after, ...query }: { kind: string; good?: string; limit?: number; after?: string | null },
    signal = new AbortController().signal,
  ) => {
    const sent = { ...query, ...(limit && { limit: String(limit) }), ...(after && { after }) };
    return findImages({ dataset: 'd', caller, query: findQuery.parse(sent), signal }, this.#ports);
  };

  /** Names of the objects with vectors. */
  get parts(): string[] {
    return [...this.memory.objects.keys()].filter((name) => name.includes('/vectors/'));
  }

  get #ports() {
    const { dataset, objects, records, ports } = this.memory;
    const own = { ...ports.imageLists, ...this.#lists(records) } as ImageLists;
    const written: Pick<Objects, 'put' | 'remove'> = {
      put: async (name, bytes) => Boolean(objects.set(name, { bytes, generation: '1' })),
      remove: async (name) => void objects.delete(name),
    };
    return {
      describers: async () => this.describer,
      datasets: { ...ports.datasets, find: async () => structuredClone(dataset) },
      folders: {
        list: async function* (prefix: string) {
          for (const name of objects.keys()) if (name.startsWith(prefix)) yield { name, updated: 0 };
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
      runs: this.#runPort(),
    };
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

  #runPort() {
    const { runs } = this;
    return {
      create: async (_: string, run: object) => {
        runs.push({ ...run, number: runs.length + 1, state: 'building', counts: null } as unknown as Run);
        return runs.at(-1) as Run;
      },
      finish: async (_: string, number: number, made: MadeRun) =>
        Object.assign(runs[number - 1] as Run, made, { state: 'ready' }),
    } as unknown as Pick<Runs, 'create' | 'finish'>;
  }
}
