/** Records, objects and versions in memory: what versions and exports are made from, without a database. */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Caller } from '../../functions/src/common/access/caller.ts';
import { counters } from '../../functions/src/common/adapters/firestore/counters/counters.ts';
import { imageLists } from '../../functions/src/common/adapters/firestore/images/image-lists.ts';
import { jobs } from '../../functions/src/common/adapters/firestore/jobs/jobs.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { grants } from '../../functions/src/common/adapters/firestore/records/grants.ts';
import { versions } from '../../functions/src/common/adapters/firestore/records/versions.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import { containedTags } from '../../functions/src/common/images/list-fields.ts';
import { type Job, TURNS } from '../../functions/src/common/jobs/job.ts';
import type { Doing } from '../../functions/src/common/jobs/kind.ts';
import type { Dataset, ImageRecord, Tag } from '../../functions/src/common/model.ts';
import type { Datasets, ImageLists, Objects } from '../../functions/src/common/ports.ts';
import type { Grant } from '../../functions/src/common/storage/link-ports.ts';
import type { Version, Versions } from '../../functions/src/common/versions/version-ports.ts';
import { exportJob } from '../../functions/src/dataset/formats/export-job.ts';
import { type Exported, exportVersion } from '../../functions/src/dataset/formats/export-version.ts';
import { type TraceMask, traceMask } from '../../functions/src/dataset/formats/outline/isolated-trace.ts';
import { tracing } from '../../functions/src/dataset/formats/outline/trace-isolated.ts';
import { parametersOf, versionBody } from '../../functions/src/dataset/version/parameters.ts';
import { workOnVersion } from '../../functions/src/dataset/version/version-job.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import type { VersionTag } from '../../packages/records/src/version-counts.ts';
import { datasetRecord, tag } from './dataset-record.ts';
import { imageRecord } from './image-record.ts';
import { madeAtOnce } from './made-at-once.ts';
import { readZip } from './read-zip.ts';
import { standIn } from './stand-in.ts';

const BUCKET = 'gs://bucket/';
export const caller = { kind: 'person', uid: 'owner', admin: false, permissions: [] } satisfies Caller;

export class MemoryVersions {
  readonly records = new Map<string, ImageRecord>();
  readonly objects = new Map<string, { bytes: Buffer; generation: string }>();
  readonly versions: Version[] = [];
  /** Deleted tags, as in the port. */
  readonly merged = new Map<string, string | null>();
  readonly dataset: Dataset;
  /** Pages of records, as a database gives them. */
  pageSize = 7;
  #generation = 1000;
  readonly grants = new Map<string, Grant>();
  /** Codes with which reads of objects fail. */
  readonly faults = new Map<string, number>();
  /** As in the port; by default a deployment without an HMAC key. */
  links: Objects['links'] = () => null;

  constructor(type: DatasetType, tags: readonly (Partial<Tag> & { id: string; name: string })[]) {
    const whole = tags.map((each) => ({ ...tag(each.id), ...each }));
    this.dataset = datasetRecord({ type, tags: whole });
  }

  put(name: string, bytes: Buffer): string {
    this.#generation += 1;
    this.objects.set(`dataset/d/${name}`, { bytes, generation: String(this.#generation) });
    return `${BUCKET}dataset/d/${name}`;
  }

  /** An image that a person has checked. @param bytes of the original, and of masks by tag */
  add(id: string, fields: Partial<ImageRecord>, bytes: Buffer, masks: Record<string, Buffer> = {}): void {
    const ending = { png: 'png', webp: 'webp' }[fields.originalFormat ?? ''] ?? 'jpg';
    const named = Object.entries(masks).map(([tag, png], at) => ({
      id: String(at),
      tag,
      uri: this.put(`${id}_mask_${at}.png`, png),
    }));
    const record = imageRecord({
      id,
      uri: this.put(`${id}.${ending}`, bytes),
      name: `${id}.jpg`,
      dataset: 'd',
      set: 'PREDETERMINED',
      width: 64,
      height: 48,
      content: createHash('sha256').update(bytes).digest('hex'),
      masks: named,
      checked: true,
      ...fields,
    });
    const tagsContained = containedTags(record.tag, record.tags, record.masks);
    this.records.set(id, { ...record, tagsContained });
  }

  /** All objects again, as after a restore. */
  restore(): void {
    for (const [name, { bytes }] of this.objects) this.put(name.slice('dataset/d/'.length), bytes);
  }

  remove(id: string): void {
    const { uri = '' } = this.records.get(id) ?? {};
    this.records.delete(id);
    this.objects.delete(uri.slice(BUCKET.length));
  }

  async make(body: object = {}, ports: Partial<MemoryVersions['ports']> = {}) {
    const wanted = { dataset: 'd', body: versionBody.parse(body) };
    this.standIn(ports);
    return madeAtOnce({ parametersOf, workOnVersion }, wanted, { datasets, versions });
  }

  /** The whole file, wherever it is served from. `notes`: of an archive, its own; `said`: of the answer. */
  async export(
    format: string,
    {
      number = 'latest',
      images,
      upright = true,
    }: { number?: string; images?: string; upright?: boolean } = {},
  ) {
    const input = {
      dataset: 'd',
      caller,
      number,
      base: 'https://host/dataset',
      signal: new AbortController().signal,
    };
    this.standIn();
    const wanted = { ...input, format, images, upright, wait: 50 };
    const exported = (await exportVersion(wanted as never)) as Exclude<Exported, { job: Job }>;
    const bytes =
      'stream' in exported
        ? await buffer(exported.stream)
        : this.objects.get(new URL(exported.link).pathname.slice(1))?.bytes;
    const isArchive = exported.fileName.endsWith('.zip');
    const notes = isArchive ? await notesOf(bytes as Buffer) : exported.notes;
    return { ...exported, said: exported.notes, notes, bytes: bytes as Buffer };
  }

  /** From now on, stores are these. */
  standIn(others: Partial<MemoryVersions['ports']> = {}): void {
    const stores = { counters, datasets, grants, imageLists, jobs, objects, tracing, versions };
    standIn(stores, { ...this.ports, ...others });
  }

  get ports() {
    const { dataset, versions } = this;
    return {
      counters: { publish: async () => {} },
      jobs: this.#jobPort(),
      datasets: {
        find: async () => dataset,
        tags: async () => [...dataset.tags],
        tagsAt: async () => ({
          ...{ tags: [...dataset.tags], merged: this.merged, moment: null },
          ...(dataset.vectors && { vectors: dataset.vectors }),
        }),
      } as unknown as Datasets,
      imageLists: {
        ofDataset: () => this.#pages(),
        assignSets: async (sets: Iterable<readonly [string, ImageRecord['set']]>) => {
          for (const [id, set] of sets)
            this.records.set(id, { ...(this.records.get(id) as ImageRecord), set });
        },
      } as unknown as ImageLists,
      objects: this.#objectPort(),
      tracing: { trace: ((as, bytes) => traceMask({ as, bytes })) as TraceMask },
      grants: {
        create: async (_: string, grant: Grant) => void this.grants.set(grant.id, grant),
        find: async (_: string, id: string) => this.grants.get(id) ?? null,
      },
      versions: {
        create: async (_: string, version: object) => {
          const made = {
            ...version,
            number: versions.length + 1,
            createdAt: Date.now(),
            state: 'building',
            hash: '',
            counts: null,
            reason: '',
            moment: null,
          };
          versions.push(made as unknown as Version);
          return made.number;
        },
        find: async (_: string, number: number | 'latest') =>
          versions.findLast((each) =>
            number === 'latest' ? each.state === 'ready' : each.number === number,
          ) ?? null,
        finish:
          (_: string, number: number, { tags, ...made }: { tags: VersionTag[] }) =>
          async () => {
            const version = versions[number - 1] as Version;
            Object.assign(version, made, { state: 'ready', parameters: { ...version.parameters, tags } });
          },
      } as unknown as Versions,
    };
  }

  /** One job at a time, which is done when somebody looks. */
  #jobPort() {
    let job = { number: 0, state: 'queued' } as Job;
    return {
      page: async () => [],
      create: async (_: string, { kind }: Job, prepare: () => Promise<Job['input']>) => {
        job = { ...job, number: 1, kind, input: await prepare() };
        return job;
      },
      find: async () => {
        const doing = { dataset: this.dataset, job, signal: new AbortController().signal, report: () => {} };
        const done = await exportJob.work(doing as unknown as Doing);
        return { ...job, state: 'done', result: done?.result };
      },
      sentOf: async () => TURNS,
    };
  }

  async *#pages(): AsyncGenerator<ImageRecord[]> {
    const all = [...this.records.values()].sort((a, b) =>
      Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)),
    );
    for (let at = 0; at < all.length; at += this.pageSize) yield all.slice(at, at + this.pageSize);
  }

  #objectPort(): Objects {
    const { objects } = this;
    const known = (names: Iterable<string>) =>
      [...names].flatMap((name) => (objects.has(name) ? [name] : []));
    const stat = (name: string) => {
      const { bytes, generation } = objects.get(name) as { bytes: Buffer; generation: string };
      return { size: bytes.length, generation };
    };
    return {
      stat: async (name: string) => (objects.has(name) ? stat(name) : null),
      stats: async (names: Iterable<string>) => new Map(known(names).map((name) => [name, stat(name)])),
      read: (name: string, generation?: string) => {
        const found = objects.get(name);
        const isOther = generation !== undefined && found?.generation !== generation;
        const code = this.faults.get(name) ?? (!found ? 404 : isOther ? 412 : null);
        return Readable.from(code === null ? [found?.bytes] : failing(code));
      },
      write: async (name: string, source: Readable) => {
        objects.set(name, { bytes: await buffer(source), generation: '1' });
        return true;
      },
      links: (seconds: number) => this.links(seconds),
      link: async (name: string) => `https://storage/${name}`,
      uri: (name: string) => BUCKET + name,
      nameOf: (uri: string) => (uri.startsWith(BUCKET) ? uri.slice(BUCKET.length) : null),
    } as unknown as Objects;
  }
}

const notesOf = async (archive: Buffer): Promise<string[]> =>
  (await readZip(archive)).get('notes.txt')?.toString().trimEnd().split('\n') ?? [];

// biome-ignore lint/correctness/useYield: it fails before its first chunk.
async function* failing(code: number): AsyncGenerator<Buffer> {
  throw Object.assign(new Error('not readable'), { code });
}
