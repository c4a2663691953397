import type { Answer } from '../answer.ts';
import type { CallOptions, Transport } from '../transport.ts';
import { ask } from './ask.ts';

export type AdmittedMonitor = Answer<'GET /dataset/{dataset_id}/monitors'>['monitors'][number];

/** The monitors whose cameras may write into a dataset. */
export class AdmittedMonitors {
  readonly #path: string;
  readonly #transport: Transport;

  constructor(dataset: string, transport: Transport) {
    this.#path = `${dataset}/monitors`;
    this.#transport = transport;
  }

  /** All of them, by id: at most 500. */
  async list(options?: CallOptions): Promise<AdmittedMonitor[]> {
    const all: AdmittedMonitor[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const asked = { method: 'GET', path: this.#path, query: { after } } as const;
      const page = await ask<{ monitors: AdmittedMonitor[]; next: string | null }>(
        this.#transport,
        asked,
        options,
      );
      all.push(...page.monitors);
      after = page.next;
    }
    return all;
  }

  /** The caller answers for it from now on, also if another editor did so before. */
  async admit(monitor: string, options?: CallOptions): Promise<void> {
    await ask(this.#transport, { method: 'PUT', path: this.#pathOf(monitor) }, options);
  }

  async dismiss(monitor: string, options?: CallOptions): Promise<void> {
    await ask(this.#transport, { method: 'DELETE', path: this.#pathOf(monitor) }, options);
  }

  #pathOf(monitor: string): string {
    return `${this.#path}/${encodeURIComponent(monitor)}`;
  }
}
