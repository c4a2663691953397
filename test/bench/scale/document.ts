/** The text of docs/scale.md, every figure of which comes from the counts, the prices and the simulation. */
import {
  ANSWER,
  BUSY,
  CASES,
  COMMIT,
  type Counts,
  CPU,
  FPS,
  fleetFor,
  IMAGES,
  instancesFor,
  LOGGED,
  type Prices,
} from './figures.ts';
import type { Limit } from './limits.ts';
import { costOfKeeping, costOfMonth, costOfRoute, costOfWatcher, type Item, total } from './month.ts';
import { short } from './plot.ts';
import type { PartsUnderLoad } from './simulate-parts.ts';
import { amountOf, money, plural, round2, table } from './words.ts';

export interface Model {
  counts: Counts;
  prices: Prices;
  limits: readonly Limit[];
  parts: readonly PartsUnderLoad[];
}

export const writeDocument = (model: Model): string =>
  [
    intro(model),
    frames(model),
    hot(model),
    routes(model),
    limits(model),
    oneDataset(model),
    images(model),
    month(model),
    sources(model),
  ].join('\n\n');

const intro = ({ counts, prices }: Model): string => `# Scale and cost

What a frame costs, which limit is met first, and what a month costs. \`npm run scale\` writes this page and its plots from
[counts.json](scale/counts.json), which \`node test/bench/cost.ts\` counts on the wire of the real stack (${counts.measured}), and from
[prices.json](scale/prices.json), list prices of ${prices.region} (${prices.date}), without free quotas. Change either and run it again.`;

function frames({ counts }: Model): string {
  const row = (name: string, of: (fleet: Counts['fleets'][number]) => number | string): string[] => [
    name,
    ...counts.fleets.map((fleet) => String(of(fleet))),
  ];
  return `## A frame

${table(
  ['per frame, all cameras on one dataset', ...counts.fleets.map(({ cameras }) => plural(cameras, 'camera'))],
  [
    row('Firestore reads', ({ reads }) => reads.toFixed(2)),
    row('Firestore writes', ({ writes }) => writes.toFixed(2)),
    row('Storage class A (class B)', ({ classA, classB }) => `${classA.toFixed(2)} (${classB.toFixed(2)})`),
    row('Realtime Database, bytes written', ({ databaseUp }) => databaseUp.toFixed(0)),
    row('Realtime Database, bytes back', ({ databaseDown }) => databaseDown.toFixed(0)),
    row('instances', ({ instances }) => instances),
  ],
)}

![Firestore operations of a frame](scale/frame.svg)

Each camera sends ${FPS} frames a second with a device key. Frames that come together share a commit, its counter part, and the looks at who
may send; what goes by time, such as publishing counters, is shared by more frames. Several instances share none of that with each
other, and each takes a part of every camera's frames, which costs some reads more. One machine cannot serve 500 frames a second, so the functions' clock goes slower for many cameras (\`slow\` in counts.json) and answers of Firestore and
Storage are held back as long as they take in a region: what is done by time is then done as often per frame as at the full rate.`;
}

function hot({ counts }: Model): string {
  const rows = counts.fleets.map(({ cameras, instances, seconds, hottest }) => {
    const [top] = hottest;
    return [
      plural(cameras, 'camera'),
      String(instances),
      top ? `\`${top.document.replaceAll(/[0-9a-f]{12}/g, '…')}\`` : '',
      top ? (top.writes / (seconds + 1)).toFixed(2) : '',
    ];
  });
  return `## Hot documents

A document takes about one write a second. Counters are therefore kept in parts of each process, each written at most once a second;
the dataset and its tags are written by one process of all, once a second; monitor and session only at start and stop.

${table(['', 'instances', 'the hottest document', 'writes a second'], rows)}`;
}

function routes({ counts, prices }: Model): string {
  const rows = counts.routes.map(({ route, images, reads, writes, deletes, classA, classB }) => [
    `${route}${images === 1 ? ' (a call)' : ''}`,
    ...[reads, writes, deletes, classA, classB].map(round2),
    images === 1 ? '' : money(costOfRoute(counts, prices, route, 1e6)),
  ]);
  return `## A route, per image

${table(['', 'reads', 'writes', 'deletes', 'class A', 'class B', 'a million images'], rows)}

Where access is required, each call of the dear routes (csv, downloadZip, refreshCounters, detect) adds a read and a write for the limit of
its caller. \`detect\` adds Cloud Vision, ${money(costOfDetections(prices))} for a million images, once for each of them. \`updateTags\`, \`delete\` and the
minutely function also pay for publishing counters, which many calls in a second share.`;
}

const costOfDetections = ({ prices: { detection } }: Prices): number =>
  (1e6 / (detection?.per ?? 1)) * (detection?.usd ?? 0);

function limits({ limits: all }: Model): string {
  const rows = all.map(({ what, limit, source, cameras, answer }) => [
    what,
    `[${limit}](${source})`,
    short(cameras).replace(' ', ''),
    answer,
  ]);
  return `## Which limit is met first

![Cameras that reach each limit](scale/limits.svg)

${table(['', 'limit', 'cameras', 'what answers it'], rows)}

One camera meets none. 100 cameras go past: ${passed(all, 100)}. 10,000 cameras send ${short(10_000 * FPS)} frames a second and go past all of them:
they are a hundred sites of 100 cameras with a dataset each, with several databases for the live state, and in several projects.`;
}

const passed = (all: readonly Limit[], cameras: number): string =>
  all
    .filter((each) => each.cameras < cameras)
    .map(({ what }) => what)
    .join('; ') || 'none';

function oneDataset({ parts }: Model): string {
  const rows = parts.map(
    ({ framesPerSecond, instances, commitsPerSecond, framesPerCommit, parts: all, hottest }) => [
      short(framesPerSecond / FPS),
      short(framesPerSecond),
      String(instances),
      short(commitsPerSecond),
      framesPerCommit.toFixed(1),
      short(all),
      String(hottest),
    ],
  );
  const worst = parts.at(-1) as PartsUnderLoad;
  return `## All cameras on one dataset

A simulation on a clock of its own, with the functions' own choice of counter parts (\`common/adapters/firestore/counter-parts.ts\`), commits of
${COMMIT * 1000} ms, and an instance for every ${Math.round(BUSY / CPU)} frames a second:

${table(['cameras', 'frames a second', 'instances', 'commits a second', 'frames a commit', 'counter parts', 'writes of a part in a second'], rows)}

![Counter parts and commits](scale/parts.svg)

**No part is ever hot, but there are too many of them.** Each publication reads all parts: at ${short(worst.framesPerSecond / FPS)} cameras that is ${short(worst.parts)} reads a second for one dataset, and
reading them takes far longer than the second that it has, so that counters on the dataset lag by tens of seconds. Frames are not held up by it, and none is lost or
counted twice: parts move with their records. At 1,000 cameras it is
a query of 4,000 small documents a second, which is about as much as keeps up.`;
}

function images({ counts, prices }: Model): string {
  const { original, document, index } = counts.record;
  const rows = IMAGES.map((count) => {
    const small = costOfKeeping(counts, prices, count, original);
    const large = costOfKeeping(counts, prices, count, 1e6);
    return [
      short(count),
      money(small.records),
      money(small.objects),
      money(large.objects),
      money(costOfRoute(counts, prices, 'csv', count)),
      money(costOfRoute(counts, prices, 'refreshCounters', count)),
    ];
  });
  return `## 10⁴, 10⁶, 10⁸ images

A record is ${short(document)}B with its thumbnail and ${short(index)}B in indexes; the originals of the bench are ${short(original)}B.

${table(['images', 'records, a month', `originals of ${short(original)}B, a month`, 'originals of 1 MB, a month', 'one csv', 'one refreshCounters'], rows)}

- **Look-ups** (a frame that was sent before, an upload, delete, getb64) go by id or by one equality: their price does not grow.
- **A session** is counted in steps, at two reads each 10 seconds however long it runs, and once in full at its stop: a read for each 1,000 images.
- **csv and refreshCounters** read each record once, page after page of 1,000. At some 20,000 records a second the function's hour ends at about
  70 million: a dataset of 10⁸ images is to be split. ZIP ends at 65,535 files, by its format.
- **One document** holds 1 MiB: the dataset's list of tags ends at about 5,000 tags, a record at 1,000 annotations by our own limit.`;
}

const ITEMS: readonly Item[] = [
  'Firestore reads',
  'Firestore writes',
  'Storage operations',
  'Functions',
  'Live state',
  'Logs',
];

function month({ counts, prices }: Model): string {
  const costs = CASES.map((cameras) => costOfMonth(counts, prices, cameras));
  const rows = ITEMS.map((item) => [item, ...costs.map((cost) => money(cost[item]))]);
  const sums = costs.map(total);
  return `## A month

Around the clock, ${FPS} frames a second, datasets of 100 cameras at the most; keeping the images comes on top (above), and so do dashboards.

${table(
  ['', ...CASES.map((cameras) => plural(cameras, 'camera'))],
  [
    ...rows,
    ['**together**', ...sums.map((sum) => `**${money(sum)}**`)],
    ['for a camera', ...sums.map((sum, index) => money(sum / (CASES[index] as number)))],
    [
      'for a million frames',
      ...sums.map((sum, index) => money((sum / ((CASES[index] as number) * FPS * 730 * 3600)) * 1e6)),
    ],
  ],
)}

![What a camera costs in a month](scale/month.svg)

- A dashboard that shows one camera all the time is sent ${short(fleetFor(counts, 1).watcherBytesPerSecond)}B a second: ${money(costOfWatcher(counts, prices))} a month. Show few at a time.
- One frame a second instead of five costs a fifth, but for the functions: an instance is paid while anything is answered.
- Logs: ${LOGGED / 1000} kB a frame, half of it the platform's own line about each request, which an exclusion filter of Cloud Logging leaves out.
- Sending the raw bytes (\`--raw\`) instead of base64 saves a quarter of the camera's uplink; Google charges nothing for what comes in.

Assumed, not counted: ${CPU * 1000} ms of CPU a frame (\`npm run bench -- ingest\`), an answer after ${ANSWER * 1000} ms, instances of 1 vCPU and 1 GiB that are
${BUSY * 100} % busy, so ${round2(instancesFor(FPS))}, ${round2(instancesFor(500))} and ${round2(instancesFor(50_000))} of them at work.`;
}

function sources({ prices }: Model): string {
  const rows = Object.entries(prices.prices).map(([name, { usd, per, unit, source, seen }]) => [
    name,
    `$${usd} for ${amountOf(per)} ${unit}`,
    `[page](${source})`,
    seen ? 'read there' : 'not confirmed: check there before you rely on it',
  ]);
  return `## Prices

${table(['', prices.region, 'source', prices.date], rows)}
`;
}
