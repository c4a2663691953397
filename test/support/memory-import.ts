/** Imports into records in memory. Reads and writes end in a later turn of the event loop, as those of a database do. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Caller } from '../../functions/src/common/access/caller.ts';
import { counters } from '../../functions/src/common/adapters/firestore/counters/counters.ts';
import { contents } from '../../functions/src/common/adapters/firestore/images/contents.ts';
import { images } from '../../functions/src/common/adapters/firestore/images/images.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { imports } from '../../functions/src/common/adapters/firestore/records/imports.ts';
import { tagRecords } from '../../functions/src/common/adapters/firestore/records/tag-records.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import { uploads } from '../../functions/src/common/adapters/uploads.ts';
import { publisher } from '../../functions/src/common/counters/counter-publisher.ts';
import type { Job } from '../../functions/src/common/jobs/job.ts';
import type { Doing } from '../../functions/src/common/jobs/kind.ts';
import type { Dataset, ImageRecord } from '../../functions/src/common/model.ts';
import type { NewTag } from '../../functions/src/common/records/record-ports.ts';
import {
  type ImportRecord,
  type ImportStep,
  importName,
} from '../../functions/src/common/versions/import-ports.ts';
import { openCheck } from '../../functions/src/dataset/import/check-import.ts';
import { type Checked, checkArchive } from '../../functions/src/dataset/import/isolated-check.ts';
import { runArchive } from '../../functions/src/dataset/import/isolated-run.ts';
import type { ImportOptions } from '../../functions/src/dataset/import/open-import.ts';
import { workOn } from '../../functions/src/dataset/import/run-import.ts';
import { importRecord } from '../../packages/records/src/import.ts';
import { localPorts } from './local-ports.ts';
import type { MemoryVersions } from './memory-versions.ts';
import { standIn } from './stand-in.ts';

const caller = { kind: 'person', uid: 'owner', admin: false, permissions: [] } satisfies Caller;

export class MemoryImport {
  readonly memory: MemoryVersions;
  /** What stands in for stores while it runs. */
  readonly ports: ReturnType<typeof MemoryImport.prototype.own>;
  readonly record: ImportRecord;
  /** Of the import. */
  id = 'i';
  /** Of its job. */
  cursor: ImportStep | null = null;
  /** Whether the time of an attempt is up once it has taken a step. */
  isTimeUp = false;
  /** Thrown instead of the given commit of an image, counted from 1. */
  breaksAt = 0;
  #commits = 0;

  constructor(memory: MemoryVersions, zip: Buffer) {
    this.memory = memory;
    this.record = importRecord.read('i', { name: 'a.zip', size: zip.length, createdAt: Date.now() });
    memory.objects.set(importName('d', 'i'), { bytes: zip, generation: '7' });
    this.ports = this.own();
  }

  /** In this process. */
  async check(options: ImportOptions = {}): Promise<Checked> {
    this.#standIn();
    const { input, ports } = await openCheck({ ...this.input, ...options });
    return checkArchive(input, localPorts(ports));
  }

  /** An attempt in this process, which goes on where the last one has ended. @throws Error unless it comes to its end */
  async run(options: ImportOptions = {}): Promise<ImportStep> {
    const ran = await this.attempt(options);
    if (!ran) throw new Error('its time is up');
    return ran;
  }

  /** @param work in this process unless given @returns null if its time is up */
  attempt(
    options: ImportOptions = {},
    work: Parameters<typeof workOn>[1] = ({ input, ports }) => runArchive(input, localPorts(ports)),
  ): Promise<ImportStep | null> {
    this.#standIn();
    return workOn(this.doing(options), work);
  }

  doing(options: ImportOptions = {}): Doing {
    return {
      dataset: this.memory.dataset,
      job: { number: 1, input: { import: this.id, isPerson: true, ...options } } as unknown as Job,
      signal: this.input.signal,
      report: () => {},
      cursor: this.cursor,
      step: async (weight, write) => {
        const { cursor } = await write(null as never, weight);
        this.cursor = structuredClone(cursor) as unknown as ImportStep;
        return cursor;
      },
      guard: async () => {},
      isTimeUp: () => this.isTimeUp,
    };
  }

  get input() {
    return {
      dataset: 'd',
      id: this.id,
      caller,
      format: undefined,
      tagmap: undefined,
      signal: new AbortController().signal,
    };
  }

  #standIn(): void {
    standIn(
      { contents, counters, datasets, images, imports, objects, publisher, tagRecords, uploads },
      this.ports,
    );
  }

  own() {
    const { memory } = this;
    const { records, objects, dataset } = memory;
    const { datasets, objects: read } = memory.ports;
    const tagRecords = {
      create: async (_: string, { id, name, color, key, unclassified }: NewTag) => {
        const tags = dataset.tags as Dataset['tags'][number][];
        await turn();
        if (tags.some((tag) => tag.name === name)) return 'name taken';
        if (tags.length >= 400) return 'too many';
        tags.push({ id, name, color, key, imageCounter: 0, annotationCounter: 0, unclassified });
        return 'made';
      },
    };
    return {
      datasets,
      tagRecords,
      counters: { publish: async () => {} },
      publisher: { note: async () => {} },
      contents: {
        find: async (_: string, content: string) =>
          [...records.values()].find((record) => record.content === content) ?? null,
        ofImport: async () => records.size,
      },
      images: {
        find: async (id: string) => records.get(id) ?? null,
        add: async (record: ImageRecord, ..._: unknown[]) => this.#add(record),
      },
      imports: { find: async () => this.record },
      objects: {
        stat: read.stat,
        uri: read.uri,
        put: async (name: string, bytes: Buffer) => {
          if (objects.has(name)) return false;
          objects.set(name, { bytes, generation: String(1e6 + objects.size) });
          return true;
        },
      },
      uploads: {
        range: async (name: string, { start, end }: { start: number; end: number }) => {
          await turn();
          return Buffer.from(objects.get(name)?.bytes.subarray(start, end) ?? []);
        },
      },
    };
  }

  #add(record: ImageRecord): 'added' | 'known' {
    this.#commits += 1;
    if (this.#commits === this.breaksAt) throw new Error('killed');
    if (this.memory.records.has(record.id)) return 'known';
    this.memory.records.set(record.id, record);
    return 'added';
  }
}
