/** Imports into records in memory. Reads and writes end in a later turn of the event loop, as those of a database do. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Caller } from '../../functions/src/common/access/caller.ts';
import type { Dataset, ImageRecord } from '../../functions/src/common/model.ts';
import type { NewTag } from '../../functions/src/common/records/record-ports.ts';
import type { TagRecords } from '../../functions/src/common/records/tag-ports.ts';
import {
  type ImportRecord,
  type ImportStep,
  importName,
} from '../../functions/src/common/versions/import-ports.ts';
import { openCheck } from '../../functions/src/dataset/import/check-import.ts';
import { type Checked, checkArchive } from '../../functions/src/dataset/import/isolated-check.ts';
import { type Ran, type RunPorts, runImport } from '../../functions/src/dataset/import/run-import.ts';
import type { ImportOptions } from '../../functions/src/dataset/import/schema.ts';
import { localPorts } from './local-ports.ts';
import type { MemoryVersions } from './memory-versions.ts';

const caller = { kind: 'person', uid: 'owner', admin: false, permissions: [] } satisfies Caller;

const NOTHING = { total: 0, done: 0, added: 0, known: 0, failed: 0 };

export class MemoryImport {
  readonly memory: MemoryVersions;
  readonly ports: RunPorts;
  record: ImportRecord;
  /** Thrown instead of the given commit of an image, counted from 1. */
  breaksAt = 0;
  #commits = 0;

  constructor(memory: MemoryVersions, zip: Buffer) {
    this.memory = memory;
    this.record = {
      ...{ id: 'i', name: 'a.zip', size: zip.length, by: 'owner', createdAt: Date.now(), state: 'waiting' },
      ...{ format: '', progress: NOTHING, unread: { count: 0, items: [] }, request: '' },
    };
    memory.objects.set(importName('d', 'i'), { bytes: zip, generation: '7' });
    this.ports = this.#ports();
  }

  /** In this process. */
  async check(options: ImportOptions = {}): Promise<Checked> {
    const { input, ports } = await openCheck({ ...this.#input, ...options }, this.ports);
    return checkArchive(input, localPorts(ports));
  }

  run(options: ImportOptions & { seconds?: number } = {}): Promise<Ran> {
    return runImport({ ...this.#input, seconds: 600, ...options }, this.ports);
  }

  get #input() {
    return {
      dataset: 'd',
      id: 'i',
      caller,
      format: undefined,
      tagmap: undefined,
      signal: new AbortController().signal,
    };
  }

  #ports(): RunPorts {
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
      tagRecords: tagRecords as unknown as TagRecords,
      counters: { publish: async () => {} },
      publisher: { note: async () => {} },
      contents: {
        find: async (_, content) =>
          [...records.values()].find((record) => record.content === content) ?? null,
      },
      images: {
        find: async (id) => records.get(id) ?? null,
        add: async (record) => this.#add(record),
      },
      imports: {
        create: async () => {},
        find: async () => this.record,
        note: async (_, __, step: ImportStep) => {
          this.record = structuredClone({ ...this.record, ...step });
          return true;
        },
      },
      objects: {
        stat: read.stat,
        uri: read.uri,
        put: async (name, bytes) => {
          if (objects.has(name)) return false;
          objects.set(name, { bytes, generation: String(1e6 + objects.size) });
          return true;
        },
      },
      uploads: {
        range: async (name, { start, end }) => {
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
