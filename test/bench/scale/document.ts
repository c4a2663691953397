/** The text of docs/operate/scale.md. Every figure comes from the counts, the prices and the simulation. */
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
  LEAST_ANSWER,
  LEAST_CPU,
  type Prices,
} from './figures.ts';
import { keeping } from './keeping.ts';
import type { Limit } from './limits.ts';
import {
  costOfEvents,
  costOfKeeping,
  costOfListening,
  costOfLogs,
  costOfMonth,
  costOfRoute,
  costOfWaiting,
  costOfWatcher,
  type Item,
  total,
  unavoidable,
} from './month.ts';
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
    keeping(model.counts, model.prices),
    sources(model),
  ].join('\n\n');

const intro = ({ counts, prices }: Model): string => `# Scale and cost

This page says what a frame costs, which limit comes first, and what a month costs. For a short answer see [a month](#a-month) of one camera, 100 and 10,000
cameras.

\`npm run scale\` writes this page and its plots from two files. [counts.json](../../test/bench/scale/counts.json) has the operations that were counted on the wire of the
real stack by \`node test/bench/cost.ts\` (${counts.measured}). [prices.json](../../test/bench/scale/prices.json) has list prices of ${prices.region} (${prices.date}), without free quotas.`;

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

![Firestore operations of a frame](../pictures/scale-frame.svg)

Each camera sends ${FPS} frames a second with a device key. Frames that arrive together share a commit, and those of
1.5 s share a write of the counters ([tallies](../decisions.md#counters-are-kept-in-parts)). With more cameras, more frames share the work that is
done on a timer, such as publishing counters. An instance caches a running monitor and a dataset for four seconds, and a key for a minute as long as
its monitor says that none was revoked. It counts a session every five seconds if it gets all of the session's frames. Most of the reads that are left
are of the monitor, once for each update of its live state. Instances share nothing with each other, and each gets some frames of every camera,
which costs a few more reads. \`node test/bench/cost/ingest-cost.ts 1 1 1 15\` prints reads and writes by kind of document, with the reason of each.

One machine cannot serve 500 frames a second. So for many cameras the functions run with a slower clock (\`slow\` in counts.json), and
answers of Firestore and Storage are delayed to the latency within a region. Timed work then happens as often per frame as at the full rate.`;
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

A document takes about one write a second. Each process therefore keeps the counters in a part of its own, written every 1.5 s
([why](../decisions.md#counters-are-kept-in-parts)). One process at a time writes the dataset and its tags, every four seconds while frames keep coming. The
monitor and the session are written only at start and stop.

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

The figures of this table are of 2026-11-21 and have not been counted since; today's are the same or lower.

If access is required, each call of the expensive routes adds a read and a write for the caller's rate limit: csv, downloadZip, annotationsCrops,
refreshCounters, detect, imports, and making, previewing, comparing and exporting versions. \`detect\` also adds the price of Cloud Vision, once for each
image: ${money(costOfDetections(prices))} for a million. \`updateTags\`, \`delete\` and the scheduled function also pay for publishing counters, which many calls
within a second share.`;
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
  return `## Which limit comes first

![Cameras that reach each limit](../pictures/scale-limits.svg)

${table(['', 'limit', 'cameras', 'what helps'], rows)}

One camera reaches no limit. 100 cameras exceed ${passed(all, 100)}. 10,000 cameras send ${short(10_000 * FPS)} frames a second and exceed all of
them: run them as a hundred sites of 100 cameras, with a dataset each, several databases for the live state, and several projects.`;
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
  const publishing = parts.map(
    ({ framesPerSecond, publishing: { readsPerSecond, mostReadsPerSecond, every, longest } }) => [
      short(framesPerSecond / FPS),
      readsPerSecond.toFixed(1),
      mostReadsPerSecond.toFixed(1),
      `${every.toFixed(1)} s`,
      `${longest.toFixed(1)} s`,
    ],
  );
  return `## All cameras on one dataset

This is a simulation in simulated time, with a counter part for each instance, commits of ${COMMIT * 1000} ms, and an instance for every
${Math.round(BUSY / CPU)} frames a second:

${table(['cameras', 'frames a second', 'instances', 'commits a second', 'frames a commit', 'counter parts', 'writes of a part in a second'], rows)}

![Counter parts and commits](../pictures/scale-parts.svg)

No part is ever hot. Each publication of the counters reads all parts, and the other processes read the dataset to see whether somebody
publishes. The next table has everything that is read for it, including the function that publishes each minute:

${table(['cameras', 'reads a second', 'in the minute with the most', 'published every', 'at most after'], publishing)}

Any process that finds no publication since its last check publishes, every one to four seconds. Of hundreds of processes many find that at the same
time, and each reads all parts. So put at most 100 cameras on a dataset. More are counted just as exactly, only dearer: frames do not wait for any of
this, and none is lost or counted twice.

The timeline, which the publisher updates every half minute, is not simulated. It costs a few reads for each running session, and the function that
publishes each minute reads all parts again for each few of them. So spread 10,000 simultaneous sessions over several datasets.`;
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

A record is ${short(document)}B with its thumbnail and ${short(index)}B in ${counts.record.indexes} indexes of several fields and those of single ones; the originals of the bench are ${short(original)}B.

${table(['images', 'records, a month', `originals of ${short(original)}B, a month`, 'originals of 1 MB, a month', 'one csv', 'one refreshCounters'], rows)}

- **Lookups** (a repeated frame, an upload, delete, getb64) use an id or one equality filter: their price does not grow.
- **A session** is counted in steps, at two reads every 10 seconds however long it runs, and once in full at its stop, at a read for every 1,000 images.
- **csv and refreshCounters** read each record once, in pages of up to 1,000. At about 20,000 records a second, the function's hour is enough for
  70 million: split a dataset of 10⁸ images, or see below. A ZIP has at most 65,535 files, by its format.
- **csv and making a version** keep what the split needs of each image in packed lists: 57 bytes (24 of them for an id of 20 characters), 70 to 80
  while the lists are made. The first 16 MB of compressed lines stay in memory. The others wait as temporary objects under \`archive/\` in the
  bucket, because a function's own disk is memory. With two boxes each, 10⁵ images peak at 151 and 171 MB, 10⁶ at 214 and 241 MB (2026-11-23,
  \`npm run bench -- exports\`). So 1 GiB is enough for about 8 million images in one call at a time, or two million in each of four. Memory grows
  with the dataset, because the set of an image depends on the shares of all.
- **Exports of a version as text** keep nothing of an image but at most 32 bytes of its file name, and that only in NDJSON: csv peaks at 119 and 122 MB,
  NDJSON at 119 and 156 MB (\`npm run bench -- exports\`). 10⁸ images take about half an hour as csv, and more than an hour as NDJSON with links.
- **One document** has at most 1 MiB, which limits a dataset's list to about 5,000 tags. A record may have 1,000 annotations.

### Jobs

A [job](../train/versions.md#jobs) makes a version, and a large export. It costs 12 writes and about 25 reads of its record, one for each second that somebody waits, and one task of Cloud Tasks (free up to a million a month, then $0.40): less than
$0.0001, beside the records that it reads. \`counters\` asks once a minute whether a job is left alone: 43,200 reads a month, $0.03. \`work\` has 2 GiB and one task at a time, for 29 minutes at most: a version of 10⁶ records takes a fraction of that (below).

### Beyond one function's hour

This is designed and proved, but not built, because no dataset needs it yet. A Cloud Run job runs the same code in N tasks side by side
(\`CLOUD_RUN_TASK_INDEX\`, \`CLOUD_RUN_TASK_COUNT\`). Ids of images are random, so equal ranges of ids are equal parts of the images, and a query for a
range needs only the index that a page needs.

1. **Collect**, N tasks: each reads the records of its range, all as of the version's moment, and asks Storage for their objects. It leaves
   the manifest's lines, still without sets, and a short record of each image for the split. Firestore serves ranges side by side:
   32 tasks at 20,000 records a second read 10⁸ in three minutes.
2. **Split**, one task: it alone sees all images, because the set of each depends on the shares of all. It takes 70 to 80 bytes an image, so 10⁸ images
   need 8 GB of the 32 GiB that a task may have.
3. **Write**, N tasks: each adds the sets to its lines. Storage joins the parts without a download (\`compose\`: 32 objects a call, and results can be
   joined again). The hash is computed over the joined bytes.
4. **Export**, N tasks: csv, Vertex and NDJSON are made line by line, so each part of the manifest gives a part of the file (NDJSON's
   first line, about the dataset, from the first part only). File names must differ within a set, and a part knows nothing of the others, so it puts its
   number in front of them. Each part makes an archive of its own, of at most 65,535 files.

If a task is killed, the job runs it again. Its part has one name and the same bytes every time, so nothing is doubled.

\`npm run bench -- exports\` proves this with two processes, each with half of a million images. Their joined manifest has the same hash
and their joined csv the same bytes as those of one process; NDJSON is the same line by line, except for the files' names. Each of the two took 179 MB,
the step between them 157 MB.`;
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

${FPS} frames a second around the clock, with at most 100 cameras on a dataset. [Keeping the images](#keeping) and dashboards cost extra.

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
    ['the unavoidable', ...CASES.map((cameras) => money(unavoidable(prices, cameras)))],
    [
      'together, to that',
      ...CASES.map((cameras, index) => round2((sums[index] as number) / unavoidable(prices, cameras))),
    ],
  ],
)}

![What a camera costs in a month](../pictures/scale-month.svg)

- The unavoidable cost is that of a frame's object, its record, and a function that decodes it, makes its thumbnail and stores both, with an answer
  after ${LEAST_ANSWER * 1000} ms and ${LEAST_CPU * 1000} ms of CPU a frame (the floor of \`npm run bench -- ingest\`).
- A dashboard that shows one camera all the time receives ${short(fleetFor(counts, 1).watcherBytesPerSecond)}B a second: ${money(costOfWatcher(counts, prices))} a month. A wall of 100
  cameras that somebody watches around the clock is ${money(100 * costOfWatcher(counts, prices))}, a working day of 8 hours ${money((100 / 3) * costOfWatcher(counts, prices))}. Nearly all of it is the picture, once a second.
- A camera that listens for [commands](../start/cameras.md#commands) with a token costs ${money(costOfListening(prices))} a month. One that waits for them over plain HTTP keeps an instance at
  work: ${money(costOfWaiting(prices))} where nothing else does, which 12 such cameras can share; beside cameras that send all the time it costs its calls. (130 bytes each
  half minute, 8 kB for an hour's token: assumed.)
- A dataset whose counters move all the time adds ${money(costOfEvents(counts, prices))} a month: each publication, one in four seconds, is a write of its
  record and calls \`people-dataset\`, which reads the record once. Firestore's events cannot be filtered by the fields that changed, and
  readers look for the counters on the record.
- One frame a second instead of five costs a fifth, except for the functions: an instance is billed while it answers any call.
- Logs: ${Math.round(fleetFor(counts, 1).logStored)} bytes a frame are stored, of ${short(fleetFor(counts, 1).logWritten)}B that are written, half of them the platform's own line about each request. Of
  accepted frames, [one line in a hundred](logs.md) is stored; metrics count all of them. Without \`npm run monitoring\`, which sets that
  up, a camera's logs cost ${money(costOfLogs(counts, prices))} a month.
- Sending the raw bytes instead of base64 saves a quarter of the camera's upload; Google does not charge for incoming data.

These are assumed, not counted: ${CPU * 1000} ms of CPU a frame (\`npm run bench -- ingest\`), an answer after ${ANSWER * 1000} ms, instances of 1 vCPU and 1 GiB that are
${BUSY * 100} % busy, so that ${round2(instancesFor(FPS))}, ${round2(instancesFor(500))} and ${round2(instancesFor(50_000))} of them are at work.`;
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
