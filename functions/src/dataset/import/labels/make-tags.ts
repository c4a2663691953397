/** Makes the tags that an import needs, before its first image: what the check has shown is what comes. */

import type { ImageLabels, Plan, PlannedTag } from '../../../../../packages/formats/src/read/plan.ts';
import type { Remote } from '../../../common/isolated/serve.ts';
import type { ArchivePorts } from '../run-protocol.ts';
import { labelTags } from './label-tags.ts';
import type { TagMap } from './parse-tag-map.ts';
import { TagMarks } from './tag-marks.ts';

interface Target {
  /** Id of the import. */
  import: string;
  tagMap: TagMap;
  plan: Plan;
}

type TagPorts = Pick<ArchivePorts, 'tags' | 'makeTag'>;

const PLAIN: PlannedTag = { color: '', key: '', unclassified: false };

/** Tag ids by label; null for a label that is left out. */
export class LabelIds {
  readonly #target: Target;
  readonly #ports: Remote<TagPorts>;
  readonly #marks: TagMarks;
  readonly #ids = new Map<string, string | null>();
  /** One change at a time: the dataset's list of tags is one field. */
  #making: Promise<unknown> = Promise.resolve();

  constructor(target: Target, ports: Remote<TagPorts>) {
    this.#target = target;
    this.#ports = ports;
    this.#marks = new TagMarks(target.import);
  }

  /** Finds the tags of these labels, and makes those that do not exist. @throws HttpError `import failed` */
  async prepare(labels: readonly string[]): Promise<void> {
    const { tagMap, plan } = this.#target;
    const rules = { tagMap, format: plan.format, marks: this.#marks };
    const made = new Map<string, string>();
    for (const [label, { tag, name }] of labelTags(labels, await this.#ports.call('tags'), rules)) {
      const id = tag ?? (name === null ? null : (made.get(name) ?? (await this.#make(label, name))));
      if (name !== null && id !== null) made.set(name, id);
      this.#ids.set(label, id);
    }
  }

  /** Of all labels of an image. */
  async of({ classes, boxes, masks }: ImageLabels): Promise<Map<string, string | null>> {
    const names = new Set([...classes, ...[...boxes, ...masks].map(({ label }) => label)]);
    const ids = new Map<string, string | null>();
    for (const name of names) ids.set(name, await this.#require(name));
    return ids;
  }

  async #require(label: string): Promise<string | null> {
    const known = this.#ids.get(label);
    if (known !== undefined) return known;
    this.#making = this.#making
      .catch(() => {})
      .then(() => (this.#ids.has(label) ? undefined : this.prepare([label])));
    await this.#making;
    return this.#ids.get(label) ?? null;
  }

  async #make(label: string, name: string): Promise<string> {
    const about = this.#target.plan.tags?.get(label) ?? PLAIN;
    const tag = { id: this.#marks.newId(label), name, ...about };
    if (await this.#ports.call('makeTag', tag)) return tag.id;
    // Another run of the import was faster.
    const found = (await this.#ports.call('tags')).find((each) => each.name === name);
    return found?.id ?? this.#make(label, name);
  }
}
