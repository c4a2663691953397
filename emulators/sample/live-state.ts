/** Content of the Realtime Database: Spec 2.7, and who may read it (rules/database.rules.json). */

import type { SampleImage } from './image.ts';
import { DATASET_IDS, MONITOR_IDS } from './names.ts';
import { ACCESS, sessionFrames } from './records.ts';

export function makeLiveState(images: readonly SampleImage[]): object {
  const frames = sessionFrames(images);
  const latest = frames.at(-1);
  const image = latest && {
    date: latest.plan.date,
    id: latest.plan.id,
    imageData: latest.thumbnail.toString('base64'),
  };
  const [first, second] = MONITOR_IDS;
  return {
    member: Object.fromEntries(MONITOR_IDS.map((id) => [id, { ...ACCESS.members, [ACCESS.owner]: 'owner' }])),
    reviewer: Object.fromEntries(DATASET_IDS.map((id) => [id, { [ACCESS.owner]: true, ...editors() }])),
    monitor: {
      [first]: { ...stopped(frames.length), ...(image ? { image } : {}) },
      [second]: stopped(0),
    },
  };
}

const editors = (): Record<string, true> =>
  Object.fromEntries(
    Object.entries(ACCESS.members)
      .filter(([, role]) => role === 'editor')
      .map(([uid]) => [uid, true]),
  );

const stopped = (totalCounter: number) => ({
  controller: { action: { status: false } },
  flow: { current_flow_rate: 0, total_processed: totalCounter },
  session: '',
  status: false,
  totalCounter,
  training: false,
});
