import type { Resource } from '../resource.ts';
import { type CallOptions, randomId } from '../transport.ts';
import type { TagFields } from './records.ts';

/** The tags of a dataset. */
export class Tags {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** @returns the new tag's id */
  async create(tag: TagFields & { name: string }, options?: CallOptions): Promise<string> {
    const asked = { method: 'POST', json: tag, key: randomId() } as const;
    return (await this.#resource.ask<{ id: string }>(asked, options)).id;
  }

  async update(id: string, tag: TagFields, options?: CallOptions): Promise<void> {
    await this.#resource.at(id).ask({ method: 'PATCH', json: tag }, options);
  }

  /**
   * Deletes a tag.
   * @param into tag that takes over its images and annotations; null leaves them unlabelled. Without it, deleting a tag
   *   that is in use fails with SightlineError 409
   */
  async delete(id: string, into?: string | null, options?: CallOptions): Promise<void> {
    const json = into === undefined ? {} : { into };
    await this.#resource.at(id).ask({ method: 'DELETE', json, isLong: true }, options);
  }
}
