/**
 * Datasets of an earlier version, which did not say which monitors they admit (Contract 8): they admit those that are in use,
 * so that no running camera stops. A dataset that has the field is left alone, so that nobody who was dismissed comes back.
 */

import { answersFor } from '../common/access/permit.ts';
import { imagePages } from '../common/adapters/firestore/images/image-pages.ts';
import { monitors } from '../common/adapters/firestore/records/monitors.ts';
import type { Dataset, Grant, Monitor } from '../common/model.ts';
import { listings } from './adapters/listings.ts';
import type { Leftovers } from './leftover.ts';

export async function* findGrants(): Leftovers {
  let cameras: Monitor[] | null = null;
  for await (const dataset of listings.datasetsWithoutGrants()) {
    cameras ??= await readCameras();
    const inUse: Monitor[] = [];
    for (const camera of cameras) if (await isInUse(camera, dataset)) inUse.push(camera);
    if (inUse.length === 0) continue;
    const grants = Object.fromEntries(inUse.map((camera) => [camera.id, grantOf(camera, dataset)]));
    yield {
      kind: 'admits no monitor',
      what: `dataset/${dataset.id}`,
      detail: `in use: ${inUse.map((camera) => describe(camera, dataset)).join(', ')}`,
      repair: () => listings.saveGrants(dataset.id, grants),
    };
  }
}

/** Only who sends with a device key needs to be admitted. */
async function readCameras(): Promise<Monitor[]> {
  const cameras: Monitor[] = [];
  for await (const id of listings.monitorsWithKeys()) {
    const monitor = await monitors.find(id);
    if (monitor) cameras.push(monitor);
  }
  return cameras;
}

/** Whether its keys reached the dataset before there were grants, and its frames go there by default or went there. */
async function isInUse(camera: Monitor, dataset: Dataset): Promise<boolean> {
  if (camera.dataset === dataset.id) return true;
  if (!answersFor(camera.owner, dataset)) return false;
  const latest = { limit: 1, after: null, thumbnails: false };
  return (await imagePages.page(dataset.id, { monitor: camera.id }, latest)).images.length > 0;
}

const grantOf = (camera: Monitor, dataset: Dataset): Grant => ({
  // Whoever sweeps is an administrator, and acts for the owner.
  by: answersFor(camera.owner, dataset) ? camera.owner : dataset.owner,
  at: Date.now(),
  born: camera.born,
});

const describe = (camera: Monitor, dataset: Dataset): string =>
  answersFor(camera.owner, dataset)
    ? camera.id
    : `${camera.id} of ${camera.owner}, who may not edit the dataset`;
