/** Makes the tags that an import needs, before its first image: what the check has shown is what comes. */
import { HttpError } from '../../../common/errors.ts';
import type { Dataset } from '../../../common/model.ts';
import type { Datasets } from '../../../common/ports.ts';
import type { TagRecords } from '../../../common/records/tag-ports.ts';
import type { ImportRecord } from '../../../common/versions/import-ports.ts';
import { ImportFault } from '../import-fault.ts';
import type { Plan, PlannedTag } from '../plan.ts';
import { labelTags } from './label-tags.ts';
import type { TagMap } from './parse-tag-map.ts';
import { TagMarks } from './tag-marks.ts';

interface Target {
  dataset: Dataset;
  record: ImportRecord;
  tagMap: TagMap;
  plan: Plan;
}

interface TagPorts {
  datasets: Datasets;
  tagRecords: TagRecords;
}

const PLAIN: PlannedTag = { color: '', key: '', unclassified: false };

/** Tag ids by label; null for a label that is left out. */
export class LabelIds {
  readonly #target: Target;
  readonly #ports: TagPorts;
  readonly #marks: TagMarks;
  readonly #ids = new Map<string, string | null>();
  /** One change at a time: the dataset's list of tags is one field. */
  #making: Promise<unknown> = Promise.resolve();

  constructor(target: Target, ports: TagPorts) {
    this.#target = target;
    this.#ports = ports;
    this.#marks = new TagMarks(target.record.id);
  }

  /** Finds the tags of these labels, and makes those that do not exist. @throws ImportFault */
  async prepare(labels: readonly string[]): Promise<void> {
    const { tagMap, plan } = this.#target;
    const rules = { tagMap, format: plan.format, marks: this.#marks };
    const made = new Map<string, string>();
    for (const [label, { tag, name }] of labelTags(labels, await this.#tags(), rules)) {
      const id = tag ?? (name === null ? null : (made.get(name) ?? (await this.#make(label, name))));
      if (name !== null && id !== null) made.set(name, id);
      this.#ids.set(label, id);
    }
  }

  /** @throws ImportFault */
  async require(label: string): Promise<string | null> {
    const known = this.#ids.get(label);
    if (known !== undefined) return known;
    this.#making = this.#making
      .catch(() => {})
      .then(() => (this.#ids.has(label) ? undefined : this.prepare([label])));
    await this.#making;
    return this.#ids.get(label) ?? null;
  }

  async #make(label: string, name: string): Promise<string> {
    const { plan } = this.#target;
    const about = plan.tags?.get(label) ?? PLAIN;
    const tag = { id: this.#marks.newId(label), name, ...about };
    const { id: dataset } = this.#target.dataset;
    const made = await this.#ports.tagRecords.create(dataset, { ...tag, order: undefined, request: null });
    if (made === null) throw new HttpError('dataset not found', { id: dataset });
    if (made === 'too many')
      throw new ImportFault('a dataset has at most 400 tags; use tagmap to join labels');
    if (made !== 'name taken') return tag.id;
    // Another run of the import was faster.
    const found = (await this.#tags()).find((each) => each.name === name);
    return found?.id ?? this.#make(label, name);
  }

  async #tags() {
    const { id } = this.#target.dataset;
    const dataset = await this.#ports.datasets.find(id);
    if (!dataset) throw new HttpError('dataset not found', { id });
    return this.#ports.datasets.tags(dataset);
  }
}
