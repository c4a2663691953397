import { admits } from '../../common/access/permit.ts';
import { imagePages } from '../../common/adapters/firestore/images/image-pages.ts';
import { monitors } from '../../common/adapters/firestore/records/monitors.ts';
import type { Dataset } from '../../common/model.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

export interface AdmittedMonitor {
  monitor: string;
  /** `''` if the monitor is gone. */
  name: string;
  /** Uid of the editor who answers for it. */
  by: string;
  /** Unix milliseconds. */
  at: number;
  /** False: nobody who may edit the dataset answers for it, or the monitor is gone. */
  counts: boolean;
  /** Date of its latest image in the dataset, Unix milliseconds; null if there is none. */
  last: number | null;
}

/**
 * A page of the monitors that a dataset admits (Contract 8), by id.
 * @returns `next`: value of `after` for the next page; null if there is none
 * @throws HttpError `dataset not found`
 */
export async function listMonitors(
  input: Target & { page: { limit: number; after?: string | undefined } },
): Promise<{ monitors: AdmittedMonitor[]; next: string | null }> {
  const dataset = await requireDataset(input, 'viewer');
  const { limit, after = '' } = input.page;
  const ids = Object.keys(dataset.monitors)
    .filter((id) => id > after)
    .sort();
  const page = ids.slice(0, limit);
  const monitors = await Promise.all(page.map((id) => describe(dataset, id)));
  return { monitors, next: ids.length > limit ? (page.at(-1) ?? null) : null };
}

async function describe(dataset: Dataset, id: string): Promise<AdmittedMonitor> {
  const latest = { limit: 1, after: null, thumbnails: false };
  const [monitor, { images }] = await Promise.all([
    monitors.find(id),
    imagePages.page(dataset.id, { monitor: id }, latest),
  ]);
  const { by = '', at = 0 } = dataset.monitors[id] ?? {};
  return {
    monitor: id,
    name: monitor?.name ?? '',
    by,
    at,
    counts: monitor !== null && admits(dataset, monitor),
    last: images[0]?.record.date ?? null,
  };
}
