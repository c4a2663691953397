import type { Answer } from '../answer.ts';
import type { Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export type AdmittedMonitor = Answer<'GET /dataset/{dataset_id}/monitors'>['monitors'][number];

/** The monitors whose cameras may write into a dataset. */
export class AdmittedMonitors {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** All of them, by id: at most 500. */
  list(options?: CallOptions): Promise<AdmittedMonitor[]> {
    return this.#resource.askAll('monitors', {}, options);
  }

  /** The caller answers for it from now on, also if another editor did so before. */
  async admit(monitor: string, options?: CallOptions): Promise<void> {
    await this.#resource.at(monitor).ask({ method: 'PUT' }, options);
  }

  async dismiss(monitor: string, options?: CallOptions): Promise<void> {
    await this.#resource.at(monitor).ask({ method: 'DELETE' }, options);
  }
}
