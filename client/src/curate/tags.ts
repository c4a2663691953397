import type { CallOptions, Transport } from '../transport.ts';
import { ask, newKey } from './ask.ts';
import type { TagFields } from './records.ts';

/** The tags of a dataset. */
export class Tags {
  readonly #path: string;
  readonly #transport: Transport;

  constructor(dataset: string, transport: Transport) {
    this.#path = `${dataset}/tag`;
    this.#transport = transport;
  }

  /** @returns the new tag's id */
  async create(tag: TagFields & { name: string }, options?: CallOptions): Promise<string> {
    const asked = { method: 'POST', path: this.#path, json: tag, key: newKey() } as const;
    return (await ask<{ id: string }>(this.#transport, asked, options)).id;
  }

  async update(id: string, tag: TagFields, options?: CallOptions): Promise<void> {
    await ask(this.#transport, { method: 'PATCH', path: this.#pathOf(id), json: tag }, options);
  }

  /**
   * Deletes a tag.
   * @param into tag that takes over its images and annotations; null leaves them unlabelled. Without it, deleting a tag
   *   that is in use fails with SightlineError 409
   */
  async delete(id: string, into?: string | null, options?: CallOptions): Promise<void> {
    const json = into === undefined ? {} : { into };
    await ask(this.#transport, { method: 'DELETE', path: this.#pathOf(id), json, isLong: true }, options);
  }

  #pathOf(id: string): string {
    return `${this.#path}/${encodeURIComponent(id)}`;
  }
}
