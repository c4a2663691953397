/** Makes the tags that an import needs when they are first used; those that the archive declares, in its order. */
import { HttpError } from '../../common/errors.ts';
import { randomId } from '../../common/made-ids.ts';
import type { Dataset } from '../../common/model.ts';
import type { Datasets } from '../../common/ports.ts';
import type { TagRecords } from '../../common/tag-ports.ts';
import { ImportFault } from './import-fault.ts';
import { labelTags, NONE, type TagOf } from './label-tags.ts';
import type { TagMap } from './parse-tag-map.ts';
import type { Plan } from './plan.ts';

interface TagPorts {
  datasets: Datasets;
  tagRecords: TagRecords;
}

/** Tag ids by label. */
export class LabelIds {
  readonly #target: { dataset: Dataset; tagMap: TagMap; plan: Plan };
  readonly #ports: TagPorts;
  #tagOf: TagOf = () => NONE;
  /** One change at a time: the dataset's list of tags is one field. */
  #making: Promise<unknown> = Promise.resolve();

  constructor(target: { dataset: Dataset; tagMap: TagMap; plan: Plan }, ports: TagPorts) {
    this.#target = target;
    this.#ports = ports;
  }

  /** Reads the dataset's tags, and makes those that the archive declares. */
  async prepare(): Promise<void> {
    await this.#read();
    for (const label of this.#target.plan.declared) await this.require(label);
  }

  /** Null for a label that is left out. @throws ImportFault */
  async require(label: string): Promise<string | null> {
    const { tag, isNew } = this.#tagOf(label);
    if (!isNew) return tag;
    this.#making = this.#making.catch(() => {}).then(() => this.#make(label));
    await this.#making;
    return this.require(label);
  }

  async #make(label: string): Promise<void> {
    const { name, isNew } = this.#tagOf(label);
    if (!isNew) return;
    const tag = { id: randomId(), name, color: '', key: '', unclassified: false };
    const { id: dataset } = this.#target.dataset;
    const made = await this.#ports.tagRecords.create(dataset, { ...tag, order: undefined, request: null });
    if (made === null) throw new HttpError('dataset not found', { id: dataset });
    if (made === 'too many')
      throw new ImportFault('a dataset has at most 400 tags; use tagmap to join labels');
    // Also if another run of the import was faster.
    await this.#read();
  }

  async #read(): Promise<void> {
    const { id } = this.#target.dataset;
    const dataset = await this.#ports.datasets.find(id);
    if (!dataset) throw new HttpError('dataset not found', { id });
    const { tagMap, plan } = this.#target;
    this.#tagOf = labelTags(await this.#ports.datasets.tags(dataset), tagMap, plan.format);
  }
}
