/**
 * The billed operations of a frame and of each route, counted on the wire of the real stack. `node test/bench/cost.ts` also
 * writes the counts to test/bench/scale/counts.json, the source of docs/operate/scale.md.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { TooSlow } from './cost/fleet.ts';
import { costOfFleet, FLEETS, type FleetCost, type FleetOptions } from './cost/ingest-cost.ts';
import { costOfRoutes, type RouteCost } from './cost/route-cost.ts';
import { figure, type Row } from './row.ts';
import type { Counts } from './scale/figures.ts';

const COUNTS = resolve(import.meta.dirname, 'scale/counts.json');
/** Number of images in requests. */
const IMAGES = 60;

export async function benchCost(): Promise<Row[]> {
  return rowsOf(await countAll());
}

async function countAll(): Promise<Counts> {
  process.env.METADATA_SERVER_DETECTION = 'none';
  const fleets: FleetCost[] = [];
  for (const fleet of FLEETS) {
    console.error(`  ${fleet.cameras} cameras ...`);
    fleets.push(await countFleet(fleet));
  }
  const routes = await costOfRoutes(IMAGES);
  const { record } = fleets[0] as FleetCost;
  return { measured: new Date().toISOString().slice(0, 10), fleets, routes, record };
}

/** On a busy machine at half of the rate, or a quarter. */
async function countFleet(fleet: FleetOptions): Promise<FleetCost> {
  for (let slower = 1; ; slower *= 2) {
    try {
      return await costOfFleet({ ...fleet, slow: fleet.slow * slower });
    } catch (error) {
      if (!(error instanceof TooSlow) || slower === 4) throw error;
    }
  }
}

function rowsOf({ fleets, routes }: Counts): Row[] {
  const [one, ...more] = fleets as [FleetCost, ...FleetCost[]];
  return [
    ...more.flatMap((fleet) => compare(one, fleet)),
    ...fleets.flatMap((fleet) => [hottest(fleet), busiestRange(fleet)]),
    ...routes.map(perImage),
  ];
}

/** Many cameras compared with one: the same cost per frame, or less. */
function compare(one: FleetCost, fleet: FleetCost): Row[] {
  const row = (
    name: string,
    of: 'reads' | 'writes' | 'classA' | 'databaseUp',
    unit: string,
    note = '',
    bar = '<= 1.02',
  ): Row => ({
    name: `cost: ${name} a frame, ${fleet.cameras} cameras on one dataset`,
    ours: fleet[of],
    reference: one[of],
    unit,
    bar,
    note,
    ratio: fleet[of] / one[of],
  });
  const kinds = (of: Record<string, number>) =>
    Object.entries(of)
      .map(([kind, figure]) => `${kind} ${figure}`)
      .join(', ');
  return [
    row('Firestore reads', 'reads', 'documents', kinds(fleet.readsOf)),
    row('Firestore writes', 'writes', 'documents', kinds(fleet.writesOf)),
    row('Storage class A', 'classA', 'operations', 'reference: one camera; class B: none'),
    // Instances estimate from what they see how many of them share a camera, so this is approximate.
    row(
      'Realtime Database',
      'databaseUp',
      'bytes',
      `and ${fleet.databaseDown} back, which are charged`,
      '<= 1.1',
    ),
  ];
}

function hottest(fleet: FleetCost): Row {
  const top = fleet.hottest[0] as FleetCost['hottest'][number];
  const others = fleet.hottest.slice(0, 4).map(({ document, writes }) => `${document} ${writes}`);
  return {
    name: `cost: writes of the hottest document, ${fleet.cameras} cameras`,
    ours: top.writes,
    reference: top.allowed,
    unit: 'writes',
    bar: '<= 1',
    ratio: top.writes / top.allowed,
    note: `in ${fleet.seconds} s by ${fleet.instances} instances; reference: one a second; ${others.join(', ')}`,
  };
}

/** Writes a second that Firestore takes where an index rises with time. */
const RANGE_LIMIT = 500;

function busiestRange({ cameras, ranges, frames, seconds }: FleetCost): Row {
  const { busiest } = ranges[0] as FleetCost['ranges'][number];
  return {
    name: `cost: writes of the busiest index range, ${cameras} cameras`,
    ours: busiest,
    reference: RANGE_LIMIT,
    unit: 'writes/s',
    ratio: busiest / RANGE_LIMIT,
    bar: '<= 1',
    note: `at ${Math.round(frames / seconds)} frames/s; ${ranges
      .map((each) => `${each.index} ${Math.round(each.busiest)} of ${each.ranges} ranges`)
      .join('; ')}`,
  };
}

const perImage = ({ route, images, reads, writes, deletes, classA, classB }: RouteCost): Row =>
  figure(
    `cost: ${route}`,
    reads,
    'reads',
    `${writes} writes, ${deletes} deletes, ${classA} class A, ${classB} class B; ${images > 1 ? `per image, of ${images}` : 'per call'}`,
  );

if (import.meta.main) {
  const counts = await countAll();
  await writeFile(COUNTS, `${JSON.stringify(counts, null, 2)}\n`);
  console.table(rowsOf(counts));
  process.exit();
}
