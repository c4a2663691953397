/**
 * Files of deleted runs are removed, unless another run has the same content.
 * @covers Contract 14: deleting a run leaves nothing behind that no run names
 */

import { expect, test } from '@jest/globals';
import { runs } from '../../functions/src/common/adapters/firestore/records/runs.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import { listings } from '../../functions/src/sweep/adapters/listings.ts';
import { findRunFiles } from '../../functions/src/sweep/run-files.ts';
import { standIn } from '../support/stand-in.ts';

const [OLD, USED] = ['a'.repeat(64), 'b'.repeat(64)];
const folder = 'dataset/bolts/run';
const FILES = [
  { name: `${folder}/${OLD}.${'c'.repeat(16)}.json`, updated: 0 },
  { name: `${folder}/${OLD}.ndjson`, updated: 0 },
  { name: `${folder}/${USED}.ndjson`, updated: 0 },
  { name: `${folder}/${'d'.repeat(64)}.ndjson`, updated: 2 },
  { name: `${folder}/7.index`, updated: 0 },
];
const ready = (hash: string) => ({ number: 7, state: 'ready', hash });

/** @param later runs when something is removed, if other than before */
async function sweep(found: object[], later = found): Promise<{ removed: string[]; kept: string[] }> {
  const [removed, kept] = [[] as string[], [] as string[]];
  async function* each<T>(all: T[]) {
    yield* all;
  }
  let now = found;
  const others = {
    listings: { datasets: () => each([{ id: 'bolts' }]), objects: () => each(FILES) },
    objects: { remove: async (name: string) => void removed.push(name) },
    runs: { page: async (_: string, { after }: { after: number | null }) => (after === null ? now : []) },
  };
  standIn({ listings, objects, runs }, others);
  for await (const { repair, what } of findRunFiles(1)) {
    now = later;
    await repair().catch(() => kept.push(what));
  }
  return { removed, kept };
}

test('the file that no run names goes with its reports; what is new or named stays', async () => {
  expect(await sweep([ready(USED)])).toEqual({ removed: [FILES[0]?.name, FILES[1]?.name], kept: [] });
});

test.each(['open', 'building'])(
  'nothing goes while a run is %s: its file may be one that exists',
  async (state) => {
    expect(await sweep([ready(USED), { number: 8, state, hash: '' }])).toEqual({ removed: [], kept: [] });
  },
);

test('a file that a run names by then stays', async () => {
  const { removed, kept } = await sweep([ready(USED)], [ready(USED), ready(OLD)]);
  expect([removed, kept.length]).toEqual([[], 2]);
});
